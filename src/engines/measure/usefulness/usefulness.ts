import { MIN_SCORED_ROWS } from '../../../shared/scored-rows.ts';
import type { Table } from '../../table/table.ts';
import type { SidedColumn } from '../quality/align-columns.ts';
import { type FormCheck, formChecks } from '../quality/forms.ts';
import type { ColumnPairTrend } from '../quality/shapes-and-trends/column-pair-trends.ts';
import type { ColumnShape } from '../quality/shapes-and-trends/column-shapes.ts';
import type { QualityReport } from '../report/quality-schema.ts';
import { associations } from './associations.ts';
import { type UsefulnessCheck, worstVerdict } from './check.ts';
import { calendar } from './columns/calendar.ts';
import { decimalPlaces } from './columns/decimal-places.ts';
import { distributions } from './columns/distributions.ts';
import { lostValues } from './columns/lost-values.ts';
import { missingValues } from './columns/missing-values.ts';
import { tails } from './columns/tails.ts';
import { keptRules } from './kept-rules.ts';
import { repeatedRows } from './repeated-rows.ts';
import { sidesOf } from './sides.ts';
import { missingColumns, uniqueKeys, valueForms } from './structure.ts';
import { tableChecks } from './table-checks.ts';

/** Sampling error of the difference of two AUCs on the same rows, times the root of the rarest class. */
const MODEL_ERROR = 0.6;

const CONDITIONED = 'drawn under conditions, so its rows differ from the file by design';

export type UsefulnessReport = NonNullable<QualityReport['usefulness']>;

/** Figures of synthetic rows, and the same of held-out ones. */
type SidePair<T> = { synthetic: readonly T[]; holdout: readonly T[] | null };

export type UsefulnessInput = {
  real: Table;
  synthetic: Table;
  /** Held-out rows, at most as many as synthetic ones. */
  baseline: Table | undefined;
  /** Features: side 0 real, 1 synthetic, 2 held-out rows. */
  columns: readonly SidedColumn[];
  entity: string | undefined;
  conditioned: boolean;
  shapes: SidePair<ColumnShape>;
  trends: SidePair<ColumnPairTrend>;
  forms: readonly FormCheck[];
  figures: Omit<QualityReport, 'usefulness'>;
  /** Rows of the rarest tested class; null without train on synthetic. */
  fewestTested: number | null;
};

function reasonFor(
  verdict: UsefulnessReport['verdict'],
  { checks, hasHoldout }: { checks: readonly UsefulnessCheck[]; hasHoldout: boolean },
): string {
  const decisive = checks.filter((check) => check.verdict === verdict);
  if (verdict !== 'useful') return decisive[0].reason;
  return hasHoldout
    ? 'every measure is close to that of held-out real rows'
    : 'no measure shows a loss; no holdout to compare with';
}

/**
 * Judges if synthetic rows can replace real ones: useful, limited or unfit, by the worst of all
 * checks. Each compares a loss with that of held-out rows and with the sampling error of the
 * smallest side.
 *
 * @returns withheld below 100 rows on either side, and for rows drawn under conditions
 */
export function usefulness(input: UsefulnessInput): UsefulnessReport {
  const { real, synthetic, baseline, columns, shapes, trends, forms, figures } = input;
  const rows = Math.min(real.rows, synthetic.rows);
  if (rows < MIN_SCORED_ROWS) {
    const reason = `needs at least ${MIN_SCORED_ROWS} real and synthetic rows`;
    return { verdict: 'withheld', reason, checks: [] };
  }
  const tables = baseline === undefined ? [real, synthetic] : [real, synthetic, baseline];
  const sides = sidesOf(columns, tables, input.entity);
  const holdoutForms = baseline === undefined ? null : formChecks(real, baseline, figures.columns);
  const modelError = MODEL_ERROR / Math.sqrt(Math.max(1, input.fewestTested ?? 1));
  const checks = [
    ...missingColumns(real, synthetic),
    ...missingValues(sides),
    ...lostValues(sides),
    ...associations(trends.synthetic, trends.holdout, sides),
    ...tableChecks(figures, { ...sides, modelError }),
    ...distributions(shapes.synthetic, shapes.holdout, sides),
    ...tails(sides),
    ...calendar(sides),
    ...decimalPlaces(sides),
    ...valueForms(forms, holdoutForms, sides.error),
    ...uniqueKeys(figures),
    ...repeatedRows(sides),
    ...keptRules(figures.rules ?? [], synthetic.rows),
  ];
  if (input.conditioned) return { verdict: 'withheld', reason: CONDITIONED, checks };
  const verdict = worstVerdict(checks);
  const reason = reasonFor(verdict, { checks, hasHoldout: baseline !== undefined });
  return { verdict, reason, checks };
}
