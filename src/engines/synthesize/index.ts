export type { Given } from './conditional.ts';
export { fit } from './fit.ts';
export { blocksFor, isOrderedWhole, joinBlocks, takeBlocks } from './join-blocks.ts';
export {
  BLOCK_ROWS,
  engineVersion,
  FitCancelled,
  type FitOptions,
  FitRefused,
  type Model,
  type SynthesisMode,
} from './model.ts';
export { anyModelFromBytes, modelFromBytes, modelHash, modelToBytes } from './model-file.ts';
export { ModelUnreadable } from './model-unreadable.ts';
export { attackerAdvantage, cdpDelta, cdpEpsilon, cdpRho } from './private/accounting.ts';
export type { PublicDomain } from './private/domain/public-domain.ts';
export {
  type DifferentialPrivacy,
  type Guarantee,
  PrivacyRefused,
} from './private/fit-private.ts';
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
export { MECHANISMS, type Mechanism } from './private/mechanisms/mechanism.ts';
export {
  fitRelations,
  type RelationsFit,
  type RelationsFitOptions,
} from './relations/fit/fit-relations.ts';
export type { Relation } from './relations/relation.ts';
export type { RelationsModel } from './relations/relations-model.ts';
export {
  type RelationsRequest,
  type RelationsSample,
  sampleRelations,
} from './relations/sample/sample-relations.ts';
export { sample } from './sample.ts';
export { sampleBlock } from './sample-block.ts';
export type { SampleRequest } from './sample-request.ts';
