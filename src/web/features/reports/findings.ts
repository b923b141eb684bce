import {
  isWeakLinkage,
  linkageSentence,
} from '../../../shared/report-sentences/linkage-sentence.ts';
import { manifestOf } from '../../data/batch-facts.ts';
import type {
  Attack,
  FromScratchReport,
  PrivacyReport,
  ReportDocument,
} from '../../data/report-document.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import type { Finding, Tone } from './finding.ts';
import { qualityFindings } from './quality-findings.ts';
import { attackVerdict, openPoints, PASS_LINE, percentToTenths } from './verdicts.ts';

const MAX_FINDINGS = 5;
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
