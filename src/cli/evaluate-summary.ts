import {
  type FormCheck,
  type PrivacyReport,
  type QualityReport,
  type RelationQuality,
  worstForm,
  worstRule,
} from '../engines/measure/index.ts';
import { fairnessSentences } from '../shared/report-sentences/fairness-sentences.ts';
import { linkageSentence } from '../shared/report-sentences/linkage-sentence.ts';
import { realRangeSentence } from '../shared/report-sentences/real-range.ts';

export type Evaluated = {
  quality: QualityReport;
  privacy: PrivacyReport;
  /** References of a linked table's rows to rows of others. */
  relations: readonly RelationQuality[];
};

function withoutGroups({ groupings, ...fairness }: NonNullable<QualityReport['fairness']>) {
  return { ...fairness, groupings: groupings.map(({ groups: _, ...grouping }) => grouping) };
}

const KEEP_ASIDE =
  'To score privacy, keep rows aside: sandbox fit FILE --holdout .15 --holdout-out KEPT --out MODEL, sample MODEL, ' +
  'then sandbox evaluate --model MODEL --real FILE --synthetic SYNTHETIC.';

/** Exit codes of `sandbox evaluate`, by the worst verdict; see docs/decisions/025. */
const EXIT = { passed: 0, withheld: 3, failed: 4 };

/** Returns 4 if a table fails its privacy tests or is unfit, 3 if a verdict is withheld, else 0. */
export function exitCodeOf(evaluated: Iterable<Evaluated>): number {
  let code = EXIT.passed;
  for (const { quality, privacy } of evaluated) {
    if (privacy.verdict === 'fail' || quality.usefulness?.verdict === 'unfit') return EXIT.failed;
    if ([privacy.verdict, quality.usefulness?.verdict].includes('withheld')) code = EXIT.withheld;
  }
  return code;
}

function summaryOf(quality: QualityReport, privacy: PrivacyReport) {
  const { tstr, usefulness = null } = quality;
  return {
    usefulness,
    quality: {
      score: quality.score,
      columnShapes: quality.columnShapes,
      columnPairTrends: quality.columnPairTrends,
      scoreOverRealRange: quality.scoreOverRealRange ?? null,
      columnPairTrendsOverRealRange: quality.columnPairTrendsOverRealRange ?? null,
      scoreWithoutThresholds: quality.scoreWithoutThresholds,
      diagnostic: quality.diagnostic.score,
      accuracy: quality.accuracy,
      discriminatorAuc: quality.discriminatorAuc,
      discriminatorAucHeldOut: quality.discriminatorAucHeldOut ?? null,
      tstr: tstr === null ? null : { synthetic: tstr.synthetic, real: tstr.real },
      fairness: quality.fairness ? withoutGroups(quality.fairness) : null,
      forms: quality.forms ?? [],
      histories: quality.sequences?.histories ?? [],
      holdoutHistories: quality.holdout?.sequences?.histories ?? [],
      rules: quality.rules ?? [],
      brokenRule: worstRule(quality.rules ?? [], quality.rows.synthetic),
      notMeasured: quality.notMeasured,
    },
    privacy: {
      score: privacy.score,
      verdict: privacy.verdict,
      reason: privacy.reason,
      assurance: privacy.assurance,
      dcrShare: privacy.distances?.dcrShare ?? null,
      copies: {
        train: privacy.copies.train,
        holdout: privacy.copies.holdout,
        pValue: privacy.copies.pValue,
      },
      linkage: privacy.linkage ?? null,
      attacks: privacy.attacks.map(({ name, risk, low, high, control, baseline }) => ({
        name,
        risk,
        low,
        high,
        control,
        baseline,
      })),
      folds: privacy.folds ?? null,
      next: privacy.score === null && privacy.rows.holdout === null ? KEEP_ASIDE : null,
      positiveControl: privacy.positiveControl,
      notMeasured: privacy.notMeasured,
    },
  };
}

const shown = (value: number | null) => (value === null ? 'not measured' : value.toFixed(4));

function heldDown(forms: readonly FormCheck[]): string {
  const worst = worstForm(forms);
  if (worst === null) return '';
  const percent = (100 * worst.share).toFixed(1);
  return `, lowered by column ${worst.column}: ${percent} % of its values match the real file's format`;
}

type Quality = ReturnType<typeof summaryOf>['quality'];

/** Counts the rules that were found, and names the most broken one. */
function ruleLines({ rules, brokenRule }: Quality): string[] {
  if (rules.length === 0) return [];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const broken =
    brokenRule === null
      ? 'none broken'
      : `lowered by “${brokenRule.rule}”: kept by ${percent(brokenRule.share)} of the rows, ${percent(brokenRule.expected)} of the real ones`;
  return [`  rules                    ${rules.length} found, ${broken}`];
}

/** Adds the score over the real range if SDMetrics' own bins lower it. */
function realRangeLine({ score, scoreOverRealRange }: Quality): string[] {
  if (score === null || scoreOverRealRange === null) return [];
  const why = realRangeSentence({ score, scoreOverRealRange });
  return [
    `  over the real range      ${shown(scoreOverRealRange)}${why === null ? '' : `. ${why}`}`,
  ];
}

function linesOf({ usefulness, quality, privacy }: ReturnType<typeof summaryOf>): string[] {
  const verdict =
    privacy.score === null ? privacy.verdict : `${privacy.score}/100, ${privacy.verdict}`;
  return [
    `usefulness                 ${usefulness === null ? 'not judged' : `${usefulness.verdict}: ${usefulness.reason}`}`,
    ...(usefulness?.checks ?? []).flatMap(({ name, verdict, reason }) =>
      verdict === 'useful' ? [] : [`  ${`${name}, ${verdict}`.padEnd(25)}${reason}`],
    ),
    `quality                    ${shown(quality.score)}${heldDown(quality.forms)}`,
    ...ruleLines(quality),
    `  column shapes            ${shown(quality.columnShapes)}`,
    `  column pair trends       ${shown(quality.columnPairTrends)}`,
    ...realRangeLine(quality),
    `  score before SDMetrics 0.27 ${shown(quality.scoreWithoutThresholds)}`,
    `  diagnostic               ${shown(quality.diagnostic)}`,
    `  accuracy                 ${shown(quality.accuracy.overall)} of at most ${shown(quality.accuracy.expectedMaximum)}`,
    `  discriminator AUC        ${shown(quality.discriminatorAuc)} against training rows, ${shown(quality.discriminatorAucHeldOut)} against rows kept aside`,
    `  trained on synthetic     ${shown(quality.tstr?.synthetic ?? null)}, on real ${shown(quality.tstr?.real ?? null)}`,
    ...(quality.fairness ? fairnessSentences(quality.fairness) : []).map(
      (text) => `  fairness                 ${text}`,
    ),
    `privacy                    ${verdict} (${privacy.assurance}): ${privacy.reason}`,
    ...(privacy.next === null ? [] : [`  ${privacy.next}`]),
    `  record linkage           ${privacy.linkage === null ? 'not measured' : linkageSentence(privacy.linkage)}`,
    ...privacy.attacks.map(
      ({ name, risk, low, high }) =>
        `  ${name.padEnd(26)}${shown(risk)} [${shown(low)}, ${shown(high)}]`,
    ),
    ...[...quality.notMeasured, ...privacy.notMeasured].map(
      ({ metric, reason, n, needed }) =>
        `not measured: ${metric}: ${reason}${needed === null ? '' : ` (there are ${n})`}`,
    ),
  ];
}

const relationLine = ({ column, parent, parentKey, orphans, ...scores }: RelationQuality): string =>
  `${column} -> ${parent}.${parentKey}: ${orphans.synthetic} orphans (real ${orphans.real ?? 'not stated'}), rows per parent ${shown(scores.cardinality)}, trends ${shown(scores.trends)}`;

export type Summary = ReturnType<typeof summaryOf> & { relations?: readonly RelationQuality[] };

/** Returns the summary of one table, or of linked ones by name. */
export const summariesOf = (
  evaluated: ReadonlyMap<string, Evaluated>,
  isAlone: boolean,
): Summary | { tables: Record<string, Summary> } => {
  const tables = Array.from(evaluated, ([name, { quality, privacy, relations }]) => {
    const summary = summaryOf(quality, privacy);
    return [name, isAlone ? summary : { ...summary, relations }] as const;
  });
  return isAlone ? tables[0]![1] : { tables: Object.fromEntries(tables) };
};

export const allLinesOf = (summary: ReturnType<typeof summariesOf>): string[] =>
  'tables' in summary
    ? Object.entries(summary.tables).flatMap(([name, table]) => [
        `${name}:`,
        ...[...linesOf(table), ...(table.relations ?? []).map(relationLine)].map(
          (line) => `  ${line}`,
        ),
      ])
    : linesOf(summary);
