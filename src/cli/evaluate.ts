import { parseArgs } from 'node:util';
import { payeeRoles } from '../engines/mapping/payee-roles.ts';
import {
  type FormCheck,
  type PrivacyReport,
  privacyReport,
  type QualityReport,
  qualityReport,
  worstForm,
} from '../engines/measure/index.ts';
import { fairnessSentences } from '../shared/report-sentences/fairness-sentences.ts';
import { linkageSentence } from '../shared/report-sentences/linkage-sentence.ts';
import { readTable } from './read-table.ts';
import { refused, seedFrom } from './terminal/arguments.ts';
import { printSummary } from './terminal/print-summary.ts';
import { stageProgress } from './terminal/stage-progress.ts';

const options = {
  real: { type: 'string' },
  holdout: { type: 'string' },
  synthetic: { type: 'string' },
  target: { type: 'string' },
  sensitive: { type: 'string' },
  entity: { type: 'string' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

function withoutGroups({ groupings, ...fairness }: NonNullable<QualityReport['fairness']>) {
  return { ...fairness, groupings: groupings.map(({ groups: _, ...grouping }) => grouping) };
}

function summaryOf(quality: QualityReport, privacy: PrivacyReport) {
  const { tstr } = quality;
  return {
    quality: {
      score: quality.score,
      columnShapes: quality.columnShapes,
      columnPairTrends: quality.columnPairTrends,
      scoreWithoutThresholds: quality.scoreWithoutThresholds,
      diagnostic: quality.diagnostic.score,
      accuracy: quality.accuracy,
      discriminatorAuc: quality.discriminatorAuc,
      tstr: tstr === null ? null : { synthetic: tstr.synthetic, real: tstr.real },
      fairness: quality.fairness ? withoutGroups(quality.fairness) : null,
      forms: quality.forms ?? [],
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

function linesOf({ quality, privacy }: ReturnType<typeof summaryOf>): string[] {
  const score = privacy.score === null ? 'withheld' : `${privacy.score}/100`;
  return [
    `quality                    ${shown(quality.score)}${heldDown(quality.forms)}`,
    `  column shapes            ${shown(quality.columnShapes)}`,
    `  column pair trends       ${shown(quality.columnPairTrends)}`,
    `  score before SDMetrics 0.27 ${shown(quality.scoreWithoutThresholds)}`,
    `  diagnostic               ${shown(quality.diagnostic)}`,
    `  accuracy                 ${shown(quality.accuracy.overall)} of at most ${shown(quality.accuracy.expectedMaximum)}`,
    `  discriminator AUC        ${shown(quality.discriminatorAuc)}`,
    `  trained on synthetic     ${shown(quality.tstr?.synthetic ?? null)}, on real ${shown(quality.tstr?.real ?? null)}`,
    ...(quality.fairness ? fairnessSentences(quality.fairness) : []).map(
      (text) => `  fairness                 ${text}`,
    ),
    `privacy                    ${score}, ${privacy.verdict} (${privacy.assurance}): ${privacy.reason}`,
    `  record linkage           ${privacy.linkage === null ? 'not measured' : linkageSentence(privacy.linkage)}`,
    ...privacy.attacks.map(
      ({ name, risk, low, high }) =>
        `  ${name.padEnd(25)}${shown(risk)} [${shown(low)}, ${shown(high)}]`,
    ),
    ...[...quality.notMeasured, ...privacy.notMeasured].map(
      ({ metric, reason, n, needed }) =>
        `not measured: ${metric}: ${reason}${needed === null ? '' : ` (there are ${n})`}`,
    ),
  ];
}

export async function evaluateCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  const { real: realPath, synthetic: syntheticPath, holdout: holdoutPath } = values;
  if (realPath === undefined || syntheticPath === undefined) {
    throw refused('--real and --synthetic: expected a file name for each.');
  }
  const seed = seedFrom(values.seed);
  const real = await readTable(realPath);
  const synthetic = await readTable(syntheticPath, { model: real });
  const holdout = holdoutPath === undefined ? null : await readTable(holdoutPath, { model: real });
  const { target, entity } = values;
  const sensitive = values.sensitive?.split(',').map((name) => name.trim());
  for (const name of [target, entity, ...(sensitive ?? [])]) {
    if (name !== undefined && !real.columns.some((column) => column.name === name)) {
      throw refused(`${realPath} has no column ${name}.`);
    }
  }
  // Generated columns are not scored.
  const shared = { seed, progress: stageProgress(), roles: payeeRoles(real) };
  const quality = qualityReport(real, synthetic, {
    ...shared,
    ...(holdout !== null && { holdout }),
    ...(target !== undefined && { target }),
    ...(sensitive !== undefined && { sensitive }),
    ...(entity !== undefined && { entity }),
  });
  const privacy = privacyReport(real, {
    holdout,
    synthetic,
    options: {
      ...shared,
      ...(entity !== undefined && { entity }),
    },
  });
  printSummary(summaryOf(quality, privacy), values.json, linesOf);
  return 0;
}
