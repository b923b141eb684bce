import { parseIsoDate } from '../../../shared/civil-date.ts';
import type { SimulationPlan } from '../plan.ts';
import type { CellRows } from '../simulate-cells.ts';
import { addOutput } from './add-output.ts';
import { categoryAuc, numberAuc, tallyOf } from './auc.ts';
import { type Counts, countsOf, finalize, NAMES, numbersOf } from './counts.ts';
import {
  benfordDeviation,
  dailyShare,
  medianOfBins,
  refundShares,
  rowsOf,
  topShare,
  weekdayDeviation,
} from './measures.ts';
import { peopleFigures } from './people.ts';

export type Figure = {
  name: string;
  /** `null` if there are too few rows. */
  value: number | null;
  target: { low: number; high: number };
  within: boolean | null;
  source: string;
};

export type RealismReport = { engineVersion: string; rows: number; figures: Figure[] };

type Line = [
  name: string,
  value: number,
  low: number,
  high: number,
  source: string,
  enough?: boolean,
];

function ledgerLines(plan: SimulationPlan, c: Counts): Line[] {
  const share = c.laundering / Math.max(1, c.rows);
  return [
    ['rows', c.rows, plan.transactions, plan.transactions, 'request'],
    ['laundering rows', c.laundering, plan.laundering, plan.laundering, 'request'],
    ['laundering share', share, 0, 0.2, 'request', c.rows > 0],
    [
      'fraud share',
      c.fraud / Math.max(1, c.rows),
      0.4 * plan.configuration.fraud.rate,
      1.6 * plan.configuration.fraud.rate,
      'configuration; TabFormer 0.12 %, ULB 0.17 %',
      c.rows >= 50_000,
    ],
    ['ledger imbalance, minor units', c.imbalance, 0, 0, 'double entry'],
  ];
}

function lifeLines(plan: SimulationPlan, c: Counts): Line[] {
  const { days30, days60, days90, chargedOff } = plan.configuration.accounts.delinquency;
  const due = days30 + days60 + days90 + chargedOff;
  const some = c.purchases >= 1000;
  const refunds = refundShares(plan, c.columns.get('type')!);
  const daily: Line = [
    'groceries, fuel and shopping among payments with a merchant code',
    dailyShare(c.columns.get('mcc')!),
    0.35,
    0.6,
    'DCPC 2019: 43 % of all payments',
    some,
  ];
  const american = plan.country === 'US' ? [daily] : [];
  return [
    [
      'declined share',
      rowsOf(c.columns.get('status')!, 'declined') / c.rows,
      0.001,
      0.04,
      'Berka 0.19 %, TabFormer 2.9 %',
      c.rows >= 5000,
    ],
    [
      'Benford deviation of purchases',
      benfordDeviation(c.digits),
      0,
      0.025,
      'Berka 0.012, ULB 0.020',
      c.purchases >= 5000,
    ],
    ['mean purchase', c.spent / c.purchases / 100, 25, 95, 'ULB 92.8, ANZ 40', some],
    ['median purchase', medianOfBins(c.tickets) / 100, 15, 45, 'ULB 25, ANZ 20', some],
    [
      'purchases on the internet',
      c.online / c.purchases,
      0.066,
      0.24,
      'TabFormer 6.6 %, DCPC 2020 17 to 24 %',
      some,
    ],
    ...american,
    [
      'refunds for each purchase',
      refunds.seen,
      refunds.expected * 0.75,
      refunds.expected * 1.25,
      'configuration',
      c.purchases >= 20_000,
    ],
    [
      'cash withdrawals in whole notes',
      c.wholeNotes / c.withdrawals,
      1,
      1,
      'cash machines',
      c.withdrawals > 0,
    ],
    [
      'salaries on weekdays',
      c.weekdaySalaries / c.salaries,
      1,
      1,
      'ANZ: all of them',
      c.salaries > 0,
    ],
    [
      'share of the top 1 % of merchants',
      topShare(c.merchants),
      0.2,
      0.4,
      'Zipf popularity',
      c.merchants.size >= 300,
    ],
    [
      'largest deviation of a weekday',
      weekdayDeviation(plan, c.weekdays),
      0,
      0.05,
      'configuration',
      c.purchases >= 50_000,
    ],
    [
      'delinquent share of credit accounts',
      c.behind / c.credit,
      due - 0.005,
      due + 0.005,
      'configuration',
      c.credit >= 1000,
    ],
  ];
}

/** Figures of how accounts differ: name, accounts and days that each needs. */
const PEOPLE = {
  burstiness: ['burstiness of purchases, median account', 200, 28],
  rowsVariation: ['variation of rows between current accounts', 200, 180],
  volumeGini: ['Gini coefficient of volume between current accounts', 200, 180],
  topMerchant: ['top merchant of an account, median', 50, 90],
  payVariation: ['variation of pay, median person', 100, 180],
  rentsRising: ['rents that rise within the window', 50, 180],
  feeSizes: ['sizes of fees', 500, 28],
} as const;

function peopleLines(plan: SimulationPlan, c: Counts): Line[] {
  const figures = peopleFigures(c.people);
  const days = parseIsoDate(plan.endDate) - parseIsoDate(plan.startDate) + 1;
  return (Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]).map((key) => {
    const { value, accounts } = figures[key];
    const [name, least, minDays] = PEOPLE[key];
    const enough = accounts >= least && days >= minDays && c.rows >= 10_000;
    const { low, high, source } = plan.configuration.targets[key];
    return [name, value, low, high, source, enough];
  });
}

function leakLines(c: Counts): Line[] {
  const enough = c.laundering >= 200;
  const source = 'no single column tells, among transfers, wires, cash and payments of firms';
  const names: Line[] = [...NAMES, 'risk_segment'].map((name) => {
    const most = name === 'risk_segment' ? 0.7 : name === 'channel' ? 0.85 : 0.8;
    const tally = c.columns.get(name === 'risk_segment' ? name : `peer ${name}`)!;
    return [`AUC of ${name} alone`, categoryAuc(tally), 0, most, source, enough];
  });
  const numbers: Line[] = numbersOf(c).map(([name, bins]) => {
    const cyclic = name === 'hour' || name === 'weekday';
    const area = cyclic ? categoryAuc(tallyOf(bins)) : numberAuc(tallyOf(bins));
    if (name !== 'absolute amount') return [`AUC of ${name} alone`, area, 0, 0.8, source, enough];
    return [
      `AUC of ${name} alone`,
      area,
      0,
      0.95,
      'published cases move four to six digits',
      enough,
    ];
  });
  return [...names, ...numbers];
}

/** Collects the report's counts from the parts of a run in constant memory. */
export function realismTally(plan: SimulationPlan): {
  add: (output: CellRows) => void;
  report: () => RealismReport;
} {
  const counts = countsOf(plan);
  const report = (): RealismReport => {
    finalize(counts);
    const lines = [
      ...ledgerLines(plan, counts),
      ...lifeLines(plan, counts),
      ...peopleLines(plan, counts),
      ...leakLines(counts),
    ];
    const figures = lines.map(([name, raw, low, high, source, enough = true]): Figure => {
      const value = enough && Number.isFinite(raw) ? raw : null;
      const within = value === null ? null : value >= low && value <= high;
      return { name, value, target: { low, high }, within, source };
    });
    return { engineVersion: plan.engineVersion, rows: counts.rows, figures };
  };
  return { add: (output) => addOutput(counts, output), report };
}

/** Reports every calibrated figure of a run with its target. */
export function realismReport(plan: SimulationPlan, outputs: Iterable<CellRows>): RealismReport {
  const tally = realismTally(plan);
  for (const output of outputs) tally.add(output);
  return tally.report();
}
