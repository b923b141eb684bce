import { fairnessSentences } from '../../../shared/report-sentences/fairness-sentences.ts';
import type { QualityReport } from '../../data/report-document.ts';
import type { Finding } from './finding.ts';
import { formatShare, percentToTenths, sentenceOf } from './verdicts.ts';

/** Smallest gap to the baseline worth reporting. */
const NOTABLE_GAP = 0.02;
const NOTABLE_AUC_GAP = 0.03;
/** AUC below which real rows do not predict a column, so that a comparison says nothing. */
const INFORMATIVE_AUC = 0.6;

/** Smallest share of rows that breaks a rule and is worth reporting. */
const NOTABLE_BREACH = 0.01;

function ruleFindings({ rules = [] }: QualityReport): Finding[] {
  return rules
    .flatMap(({ rule, real, synthetic, holdout }) => {
      const expected = Math.min(real ?? 0, holdout ?? 1);
      if (synthetic === null || expected - synthetic <= NOTABLE_BREACH) return [];
      return [{ rule, synthetic, expected }];
    })
    .sort((a, b) => a.synthetic - b.synthetic)
    .slice(0, 2)
    .map(
      ({ rule, synthetic, expected }): Finding => ({
        tone: 'bad',
        text: `“${rule}” holds in ${percentToTenths(synthetic)} of the synthetic rows.`,
        detail: `In real rows: ${percentToTenths(expected)}.`,
        part: 'rules',
        weight: expected - synthetic,
      }),
    );
}

function columnFindings(quality: QualityReport): Finding[] {
  const forms = (quality.forms ?? [])
    .map(({ column, parse, mask }) => ({ column, share: Math.min(parse ?? 1, mask ?? 1) }))
    .sort((a, b) => a.share - b.share);
  const broken = forms.filter(({ share }) => share < 0.995).slice(0, 1);
  const gaps = quality.shapes
    .flatMap(({ column, score, holdout }) =>
      score === null || holdout === null ? [] : [{ column, score, holdout, gap: holdout - score }],
    )
    .sort((a, b) => b.gap - a.gap);
  const worst = gaps[0];
  return [
    ...broken.map(
      ({ column, share }): Finding => ({
        tone: 'warning',
        text: `Only ${percentToTenths(share)} of ${column} matches the format of the file's values.`,
        part: 'columns',
        weight: 1 - share,
      }),
    ),
    ...(worst === undefined ? [] : [gapFinding(worst)]),
  ];
}

function gapFinding(worst: {
  column: string;
  score: number;
  holdout: number;
  gap: number;
}): Finding {
  const { column, score, holdout, gap } = worst;
  const [made, kept] = [formatShare(score), formatShare(holdout)];
  if (gap > NOTABLE_GAP) {
    const text = `${column} differs most from held-out real rows.`;
    const detail = `Similarity ${made}, holdout ${kept}.`;
    return { tone: 'warning', text, detail, part: 'columns', weight: gap };
  }
  const text = 'Every column is distributed like held-out real rows.';
  const detail = `Largest gap: ${column}, ${made} against ${kept}.`;
  return { tone: 'good', text, detail, part: 'columns', weight: 0 };
}

function utilityFinding({ target, real, synthetic }: NonNullable<QualityReport['tstr']>): Finding {
  const gap = real - synthetic;
  const detail = `AUC ${formatShare(synthetic)}, trained on real rows ${formatShare(real)}.`;
  if (real < INFORMATIVE_AUC) {
    const text = `Prediction of ${target} is not informative: real rows do not predict it.`;
    return { tone: 'open', text, detail, part: 'quality', weight: 0 };
  }
  return {
    tone: gap > NOTABLE_AUC_GAP ? 'warning' : 'good',
    text:
      gap > NOTABLE_AUC_GAP
        ? `Models trained on it predict ${target} worse.`
        : `Models trained on it predict ${target} as well as models trained on real rows.`,
    detail,
    part: 'quality',
    weight: Math.max(0, gap),
  };
}

function utilityFindings(quality: QualityReport): Finding[] {
  const { tstr, holdout } = quality;
  const auc = quality.discriminatorAucHeldOut ?? quality.discriminatorAuc;
  const baseline = holdout?.discriminatorAuc ?? null;
  const findings: Finding[] = tstr ? [utilityFinding(tstr)] : [];
  if (auc !== null && baseline !== null && auc - baseline > NOTABLE_AUC_GAP) {
    findings.push({
      tone: 'warning',
      text: 'A classifier distinguishes synthetic rows from real ones.',
      detail: `AUC ${formatShare(auc)}, baseline ${formatShare(baseline)}; 0.50 is guessing.`,
      part: 'quality',
      weight: auc - baseline,
    });
  }
  return findings;
}

/** Returns one finding per check with a loss; their good figures are among the other findings. */
function usefulnessFindings({ usefulness }: QualityReport): Finding[] {
  return (usefulness?.checks ?? []).flatMap(({ verdict, reason }): Finding[] => {
    if (verdict === 'useful') return [];
    const tone = verdict === 'unfit' ? 'bad' : 'warning';
    return [{ tone, text: `${sentenceOf(reason)}.`, part: 'usefulness', weight: 1 }];
  });
}

/** Returns findings on fidelity; with a verdict on usefulness, losses are its findings. */
export function qualityFindings(quality: QualityReport): Finding[] {
  const found = [...ruleFindings(quality), ...columnFindings(quality), ...utilityFindings(quality)];
  const losses =
    quality.usefulness === undefined
      ? found
      : [...usefulnessFindings(quality), ...found.filter(({ tone }) => tone === 'good')];
  return [...losses, ...fairnessFindings(quality)];
}

function fairnessFindings({ fairness }: QualityReport): Finding[] {
  if (!fairness) return [];
  const wider = fairnessSentences(fairness);
  const [first] = wider;
  if (first === undefined) return [];
  const more = wider.length - 1;
  return [
    {
      tone: 'warning',
      text: first,
      ...(more > 0 && { detail: `${more} more of ${wider.length} wider differences.` }),
      part: 'fairness',
      weight: 1,
    },
  ];
}
