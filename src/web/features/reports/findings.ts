import { fairnessSentences } from '../../../shared/report-sentences/fairness-sentences.ts';
import {
  isWeakLinkage,
  linkageSentence,
} from '../../../shared/report-sentences/linkage-sentence.ts';
import { manifestOf } from '../../data/batch-facts.ts';
import type {
  Attack,
  FromScratchReport,
  PrivacyReport,
  QualityReport,
  ReportDocument,
} from '../../data/report-document.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import {
  attackVerdict,
  formatShare,
  openPoints,
  PASS_LINE,
  percentToTenths,
  sentenceOf,
} from './verdicts.ts';

type Tone = 'bad' | 'warning' | 'good' | 'open';
export type Finding = {
  tone: Tone;
  text: string;
  detail?: string;
  part: ReportPart;
  weight: number;
};
export type ReportPart =
  | 'usefulness'
  | 'quality'
  | 'columns'
  | 'relations'
  | 'rules'
  | 'fairness'
  | 'privacy'
  | 'figures'
  | 'not-measured';

const MAX_FINDINGS = 5;
/** Smallest gap to the baseline worth reporting. */
const NOTABLE_GAP = 0.02;
const NOTABLE_AUC_GAP = 0.03;
/** AUC below which real rows do not predict a column, so that a comparison says nothing. */
const INFORMATIVE_AUC = 0.6;
const RANK: Record<Tone, number> = { bad: 0, warning: 1, open: 2, good: 3 };

function privacyFindings(privacy: PrivacyReport): Finding[] {
  const part = 'privacy';
  const gates = privacy.gates.map(
    ({ name, reason }): Finding => ({ tone: 'bad', text: `${name}: ${reason}`, part, weight: 2 }),
  );
  const weak: Finding[] =
    privacy.linkage && isWeakLinkage(privacy.linkage.pValue)
      ? [{ tone: 'warning', text: `${linkageSentence(privacy.linkage)}.`, part, weight: 1 }]
      : [];
  const failed = privacy.attacks
    .filter((attack) => attackVerdict(attack).tone === 'bad')
    .map(
      (attack): Finding => ({
        tone: 'bad',
        text: `${attack.name} succeeds on at least ${percentToTenths(attack.low)} more people in the training data than on people held out.`,
        part,
        weight: attack.low,
      }),
    );
  const worst = privacy.attacks.reduce<Attack | null>(
    (most, attack) => (most === null || attack.upper > most.upper ? attack : most),
    null,
  );
  const unsettled = privacy.attacks.filter(({ upper }) => upper > PASS_LINE).length;
  const passed: Finding[] =
    privacy.verdict === 'pass' && worst
      ? [
          {
            tone: unsettled === 0 ? 'good' : 'open',
            text:
              unsettled === 0
                ? `All ${privacy.attacks.length} attacks stay below the limit of 9% excess risk.`
                : `No attack shows excess risk above 9%; ${unsettled} of ${privacy.attacks.length} inconclusive with so few rows.`,
            detail: `Highest: ${worst.name}, at most ${percentToTenths(Math.max(0, worst.upper))}.`,
            part,
            weight: 1,
          },
        ]
      : [];
  return [...gates, ...weak, ...failed, ...passed];
}

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
  const part = 'columns';
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
        part,
        weight: 1 - share,
      }),
    ),
    ...(worst && worst.gap > NOTABLE_GAP
      ? [
          {
            tone: 'warning' as const,
            text: `${worst.column} differs most from held-out real rows.`,
            detail: `Similarity ${formatShare(worst.score)}, holdout ${formatShare(worst.holdout)}.`,
            part: part as ReportPart,
            weight: worst.gap,
          },
        ]
      : worst
        ? [
            {
              tone: 'good' as const,
              text: 'Every column is distributed like held-out real rows.',
              detail: `Largest gap: ${worst.column}, ${formatShare(worst.score)} against ${formatShare(worst.holdout)}.`,
              part: part as ReportPart,
              weight: 0,
            },
          ]
        : []),
  ];
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
  const findings: Finding[] = [];
  if (tstr) {
    findings.push(utilityFinding(tstr));
  }
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
  return (usefulness?.checks ?? []).flatMap(({ verdict, reason }): Finding[] =>
    verdict === 'useful'
      ? []
      : [
          {
            tone: verdict === 'unfit' ? 'bad' : 'warning',
            text: `${sentenceOf(reason)}.`,
            part: 'usefulness',
            weight: 1,
          },
        ],
  );
}

/** Returns findings on fidelity; with a verdict on usefulness, losses are its findings. */
function qualityFindings(quality: QualityReport): Finding[] {
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

function scratchFindings(report: FromScratchReport): Finding[] {
  const outside = report.figures.filter(({ within }) => within === false);
  const collisions = report.privacy.collisions.filter((collision) => collision.found > 0);
  return [
    {
      tone: report.lawsHold ? 'good' : 'bad',
      text: report.lawsHold
        ? 'Balances, sums, keys and references hold in every row.'
        : 'A balance, sum, key or reference does not hold.',
      part: 'figures',
      weight: 1,
    },
    ...outside.map(
      ({ name, value, target }): Finding => ({
        tone: 'warning',
        text: `${name} is outside its target.`,
        detail: `Actual ${value}, target ${target.low} to ${target.high}.`,
        part: 'figures',
        weight: 1,
      }),
    ),
    collisions.length === 0
      ? {
          tone: 'good',
          text: 'No generated identifier matches one of the lists it was checked against.',
          part: 'figures',
          weight: 0,
        }
      : {
          tone: 'bad',
          text: `${collisions.map(({ name }) => name).join(', ')}: matches were found.`,
          part: 'figures',
          weight: 1,
        },
  ];
}

export function conditionsOf(batch: Pick<GenerationLog, 'manifest'>): string | null {
  const { given = {}, rebalance } = manifestOf(batch).request ?? {};
  const parts = [
    ...Object.entries(given).map(([column, value]) => `${column} = ${value} in every row`),
    ...Object.entries(rebalance?.shares ?? {}).map(
      ([value, share]) => `${rebalance?.column} = ${value} in ${percentToTenths(share)}`,
    ),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

export function findingsOf(batch: GenerationLog, report: ReportDocument): Finding[] {
  const { quality, privacy, from_scratch: scratch } = report;
  const open = openPoints(report);
  const conditions = conditionsOf(batch);
  const all: Finding[] = [
    ...(privacy ? privacyFindings(privacy) : []),
    ...(quality ? qualityFindings(quality) : []),
    ...(scratch ? scratchFindings(scratch) : []),
    ...(conditions
      ? [
          {
            tone: 'open' as const,
            text: `Generated under conditions: ${conditions}.`,
            detail: 'Figures compare with the whole file, so these columns differ by design.',
            part: 'columns' as const,
            weight: 1,
          },
        ]
      : []),
    ...(open.length > 0
      ? [
          {
            tone: 'open' as const,
            text: `${formatCount(open.length)} ${open.length === 1 ? 'point was' : 'points were'} not measured.`,
            part: 'not-measured' as const,
            weight: 0,
          },
        ]
      : []),
  ];
  return all
    .sort((a, b) => RANK[a.tone] - RANK[b.tone] || b.weight - a.weight)
    .slice(0, MAX_FINDINGS);
}
