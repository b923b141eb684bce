import { isOutcome, rolesOf } from '../meaning/events/roles.ts';
import type { Table } from '../table/table.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { averageRanks } from './arrays/average-ranks.ts';
import { rowKeys } from './arrays/row-keys.ts';
import { DEFAULT_DETECTORS, runDetectors } from './detectors/run-detectors.ts';
import { buildFeatures } from './features/build-features.ts';
import { HIGH_RISK_COUNTRIES, REPORTING_THRESHOLDS } from './features/lists.ts';
import { fuseScores } from './fuse-scores.ts';
import type { Decisions } from './ranker/carried-risk.ts';
import { stepper } from './run-options.ts';

export type ScoredTable = ReturnType<typeof scoreTable>;

/** Builds the features of a table and scores every row without labels. */
export function scoreTable(table: Table, options: AnalyzeOptions) {
  const step = stepper(options);
  const ignored = new Set(options.ignore ?? []);
  const roles = rolesOf(table, options);
  step('keys', 0, 1);
  const visible = table.columns.filter(
    ({ name }) => !ignored.has(name) && name !== roles.label && !isOutcome(name),
  );
  const keys = rowKeys(visible, table.rows, options.seed);
  step('features', 0, 1);
  const { kind, ledger, features } = buildFeatures(table, rowKeys(visible, table.rows, 0n), {
    roles,
    ignore: [...ignored],
    without: options.withoutFeatures ?? [],
    described: options.described,
    confirmed: options.confirmed ?? confirmedIn(options.decisions),
    thresholds: options.lists?.thresholds ?? REPORTING_THRESHOLDS,
    highRisk: options.lists?.highRisk ?? HIGH_RISK_COUNTRIES,
  });
  // Tails of described features are signals, as those of transactions are.
  const tails = options.described === undefined ? kind : 'transactions';
  const { detected, pool } = runDetectors(features, {
    keys,
    options: { kind: tails, seed: options.seed, detectors: options.detectors ?? DEFAULT_DETECTORS },
    step,
  });
  step('fusion', 0, 1);
  const fused = detected.length === 0 ? new Float64Array(table.rows) : fuseScores(detected, tails);
  return {
    roles,
    keys,
    kind,
    ledger,
    features,
    detected,
    pool,
    fused,
    scores: averageRanks(fused),
  };
}

const confirmedIn = (decisions: Decisions | undefined): Uint8Array | null =>
  decisions === undefined
    ? null
    : Uint8Array.from(decisions.labels, (label) => (label === 1 ? 1 : 0));
