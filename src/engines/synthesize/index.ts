export { type FewerValues, fewerValuesOf, foreseeFewerValues } from './columns/fewer-values.ts';
export { findRareCodes } from './columns/rare-codes.ts';
export { suppressedColumns } from './columns/suppressed-columns.ts';
export { modelFromBytes, modelHash, modelToBytes, tablesFromBytes } from './file/model-file.ts';
export { fitMemory } from './fit/check-table.ts';
export { fit } from './fit/fit.ts';
export type { FitOptions } from './fit/fit-options.ts';
export { costOfTables, fitTables } from './fit/fit-tables.ts';
export { historySearch, withoutTotals } from './fit/history-search.ts';
export { minEntities, thresholdOf } from './fit/modes.ts';
export type { TablesFit, TablesFitOptions } from './fit/tables-options.ts';
export {
  BLOCK_ROWS,
  engineVersion,
  FitCancelled,
  FitRefused,
  type Model,
  type SynthesisMode,
} from './model/model.ts';
export { ModelUnreadable } from './model/model-unreadable.ts';
export { type Guarantee, MECHANISMS, type Mechanism } from './model/private-core.ts';
export { personIn } from './payments/payments.ts';
export { attackerAdvantage, cdpDelta, cdpEpsilon, cdpRho } from './private/accounting.ts';
export { discreteLaplace } from './private/discrete-gaussian.ts';
export type { PublicDomain } from './private/domain/public-domain.ts';
export type { DifferentialPrivacy } from './private/fit-private.ts';
export {
  type Budget,
  brokenEntry,
  cumulativeEpsilon,
  type Debit,
  debit,
  type LedgerEntry,
  type LedgerRequest,
  ledgerTotal,
} from './private/ledger.ts';
export { defaultMechanism } from './private/mechanisms/aim.ts';
export { PrivacyRefused } from './private/privacy-refused.ts';
export { randomIntegers } from './private/random-integers.ts';
export { LINKED_ROWS } from './relations/private/fit-linked-privately.ts';
export {
  checkNames,
  parentRows,
  parentsFirst,
  type Relation,
  type Tables,
} from './relations/relation.ts';
export {
  type ChildModel,
  describedBy,
  entityOf,
  guaranteeOf,
  modelOfOne,
  plansOf,
  type RelatedTable,
  type TablesModel,
} from './relations/tables-model.ts';
export { declaredTotalShares, splitChoices } from './relations/totals/choose-totals.ts';
export { totalSentence } from './relations/totals/total.ts';
export { declaredShares, isDeclarable } from './rules/declared/declare.ts';
export { RuleRefused } from './rules/declared/scanner.ts';
export { findRules } from './rules/find-rules.ts';
export { countedRules, type RuleCount } from './rules/rule-shares.ts';
export { type RuleChoices, ruleSentences, rulesOf } from './rules/rules.ts';
export { drawTables, sampleTables, type TablePart } from './sample/draw-tables.ts';
export type { Given } from './sample/given-values.ts';
export { blocksFor, isOrderedWhole, joinBlocks, takeBlocks } from './sample/join-blocks.ts';
export { sample } from './sample/sample.ts';
export { sampleBlock } from './sample/sample-block.ts';
export type { Rebalance, SampleRequest } from './sample/sample-request.ts';
export type { Omitted, TablesRequest } from './sample/tables-request.ts';
export { BLOCK_ENTITIES } from './sequence/sample-sequence.ts';
