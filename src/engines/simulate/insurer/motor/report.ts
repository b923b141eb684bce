import { parseIsoDate } from '../../../../shared/civil-date.ts';
import { exponential, naturalLog } from '../../../random/exponential.ts';
import { type BookReport, figure, of, type Totals } from '../../world/book.ts';
import type { BookPlan } from '../../world/plan.ts';
import { batchOf } from '../../world/tables.ts';
import { accidentYear } from '../cell-book.ts';
import {
  chainLadder,
  cumulative,
  developmentFactors,
  triangleRows,
  triangleTable,
} from '../triangle.ts';
import type { MotorConfiguration, PerilName } from './configuration.ts';

const ISO = 'ISO by the Insurance Information Institute, 2014-2023';
const SCHEDULE_P = 'private passenger auto, NAIC Schedule P 1988-1997: 10 and 90 % of 85 companies';

/** Range of ten years: paid claims per 100 car years, and mean paid in dollars of mid 2019. */
const PUBLISHED: Record<PerilName, { frequency: [number, number]; severity: [number, number] }> = {
  bodily_injury: { frequency: [0.67, 1.06], severity: [15_384, 21_000] },
  property_damage: { frequency: [2.28, 3.45], severity: [3516, 5028] },
  collision: { frequency: [3.95, 6.01], severity: [3169, 4548] },
  comprehensive: { frequency: [2.3, 4.06], severity: [1572, 2306] },
};

/** Coefficients of variation: claims cluster by policyholder, sizes have a long tail. */
const FREQUENCY_SPREAD = 1.3;
const SEVERITY_SPREAD = 1.5;

/** Paid development of liability, 12 to 24 months and on; spread between companies. */
const DEVELOPMENT: [number, number][] = [
  [1.591, 2.241],
  [1.126, 1.299],
  [1.041, 1.157],
  [1.015, 1.095],
];

const BINS = 20;
/** Classes of sizes a twentieth of the natural logarithm wide. */
export const sizeBin = (minor: number): number => Math.floor(BINS * naturalLog(minor));

/** Median size of liability claims in minor units, from their classes. */
function medianSize(totals: Totals): number {
  const sizes = new Map<number, number>();
  for (const [name, count] of totals) {
    const bin = /^sizes (?:bodily_injury|property_damage) (-?\d+)$/.exec(name)?.[1];
    if (bin !== undefined) sizes.set(Number(bin), (sizes.get(Number(bin)) ?? 0) + count);
  }
  let rest = [...sizes.values()].reduce((sum, count) => sum + count, 0) / 2;
  for (const [bin, count] of [...sizes].sort(([a], [b]) => a - b)) {
    if (rest <= count) return exponential((bin + rest / count) / BINS);
    rest -= count;
  }
  return Number.NaN;
}

function sizeFigure(totals: Totals) {
  const sumOf = (name: string) =>
    of(totals, `${name} bodily_injury`) + of(totals, `${name} property_damage`);
  const count = sumOf('with payment');
  return figure('liability: mean to median paid', sumOf('real') / count / medianSize(totals), {
    low: 1.46,
    high: 2.43,
    source: 'freMTPL2sev (CASdatasets), 26,639 French claims: 2,278.54 to 1,172, within a quarter',
    enough: count >= 400,
  });
}

/** Reported counts of bodily injury, 12 to 24 months and on: the lower and the higher of two books. */
const REPORTED: [number, number][] = [
  [1.1158, 1.1955],
  [1.0129, 1.0226],
];
const COUNTS =
  'reported counts of auto bodily injury, 1998-2008 (Friedland 2010, XYZ Insurer) and 1969-1976 (Berquist and Sherman 1977), in chainladder 0.10.1';

/** Delay of reports: growth of the number of claims of an accident year, as triangles show it. */
function reportFigures(totals: Totals, years: { first: number; last: number }) {
  const reported = cumulative(totals, { kind: 'reported', line: 'bodily_injury', ...years });
  const factors = developmentFactors(reported);
  return REPORTED.map(([low, high], lag) => {
    const count = reported.reduce((sum, row) => sum + (row.length > lag + 1 ? row[lag] : 0), 0);
    const margin = 2 * Math.sqrt((high - 1) / Math.max(1, count));
    return figure(
      `bodily_injury: reported claims, ${12 * (lag + 1)} to ${12 * (lag + 2)} months`,
      factors[lag] ?? Number.NaN,
      {
        low: low - margin,
        high: high + margin,
        source: `${COUNTS}; two standard errors of ${count} claims are added`,
        enough: count >= 100,
      },
    );
  });
}

function lossFigures(totals: Totals) {
  return (Object.keys(PUBLISHED) as PerilName[]).flatMap((peril) => {
    const { frequency, severity } = PUBLISHED[peril];
    const [years, count] = [of(totals, `exposure ${peril}`), of(totals, `with payment ${peril}`)];
    const enough = count >= 100;
    const range = ([low, high]: [number, number], spread: number) => {
      const margin = (2 * spread) / Math.sqrt(Math.max(1, count));
      const source = `${ISO}; two standard errors of ${count} claims are added`;
      return { low: low * (1 - margin), high: high * (1 + margin), source, enough };
    };
    return [
      figure(
        `${peril}: paid claims per 100 car years`,
        (100 * count) / years,
        range(frequency, FREQUENCY_SPREAD),
      ),
      figure(
        `${peril}: mean paid, in prices of mid 2019`,
        of(totals, `real ${peril}`) / count / 100,
        range(severity, SEVERITY_SPREAD),
      ),
    ];
  });
}

/** Frequency, severity, development and loss ratio beside published figures; triangle and IBNR. */
export function motorReport(plan: BookPlan<MotorConfiguration>, totals: Totals): BookReport {
  const [start, end] = [parseIsoDate(plan.startDate), parseIsoDate(plan.endDate)];
  const [first, last] = [accidentYear(start, end), accidentYear(end, end)];
  const lines = ['all', ...(Object.keys(PUBLISHED) as PerilName[])];
  const years = { first, last };
  const paid = (line: string) => cumulative(totals, { kind: 'paid', line, ...years });
  const all = paid('all');
  const injury = paid('bodily_injury');
  const liability = paid('property_damage').map((row, i) =>
    row.map((amount, lag) => amount + injury[i][lag]),
  );
  const factors = developmentFactors(liability);
  const claims = of(totals, 'claims');
  const estimate = last - first >= 3 && claims >= 100 ? chainLadder(all) : null;
  const ultimates = all.map((_, i) => of(totals, `ultimate all ${first + i}`));
  const reserving = all.map((row, i) => ({
    accidentYear: first + i,
    paid: row.at(-1)!,
    incurred: cumulative(totals, { kind: 'incurred', line: 'all', ...years })[i].at(-1)!,
    ultimate: ultimates[i],
    chainLadderUltimate: estimate === null ? null : Math.round(estimate.ultimate[i]),
  }));
  const known = ultimates.reduce((sum, amount) => sum + amount, 0);
  const ladder = estimate?.ultimate.reduce((sum, amount) => sum + amount, 0) ?? Number.NaN;
  const error = estimate === null ? Number.NaN : (ladder - known) / estimate.standardError;
  const rows = of(totals, 'transactions');
  return {
    figures: [
      figure('rows of policy and claim transactions', rows, {
        low: plan.transactions * 0.95,
        high: plan.transactions * 1.05,
        source: 'request, as near as whole policies allow',
        enough: plan.transactions > 0,
      }),
      ...lossFigures(totals),
      sizeFigure(totals),
      ...reportFigures(totals, years),
      ...DEVELOPMENT.map(([low, high], lag) =>
        figure(
          `liability: paid development, ${12 * (lag + 1)} to ${12 * (lag + 2)} months`,
          factors[lag] ?? Number.NaN,
          { low, high, source: SCHEDULE_P, enough: claims >= 2000 },
        ),
      ),
      figure('loss ratio, known ultimate to earned premium', known / of(totals, 'earned'), {
        low: 0.6,
        high: 0.85,
        source: 'private passenger auto, NAIC Schedule P: .68 to .85 incurred to earned',
        enough: claims >= 1000,
      }),
      figure('chain ladder less known ultimate, in standard errors (Mack)', error, {
        low: -2,
        high: 2,
        source: 'Mack 1993',
        enough: claims >= 2000 && last - first >= 4,
      }),
      figure('claims of fraud', of(totals, 'fraud') / claims, {
        low: 0.5 * plan.configuration.fraud,
        high: 2 * plan.configuration.fraud,
        source: 'configuration',
        enough: claims >= 500,
      }),
      figure('ledger imbalance, minor units', of(totals, 'imbalance'), {
        low: 0,
        high: 0,
        source: 'double entry',
      }),
    ],
    facts: { reserving },
    files: { triangle: batchOf(triangleTable, triangleRows(totals, { lines, ...years })) },
  };
}
