import type { SimulationPlan } from '../plan.ts';
import { weekdayOf } from '../rows/civil-date.ts';
import { type Dictionary, lookUp, type RowBatch } from '../rows/row-batch.ts';
import { cellText } from '../rows/text-form.ts';
import type { CellOutput } from '../simulate-cells.ts';
import { binOf, categoryAuc, count, numberAuc, type Tally } from './auc.ts';
import { benfordDeviation, firstDigit, medianOf, topShare, weekdayDeviation } from './measures.ts';

export type Figure = {
  name: string;
  /** `null` where there are too few rows to say. */
  value: number | null;
  target: { low: number; high: number };
  within: boolean | null;
  /** Where the target comes from. */
  source: string;
};

export type RealismReport = { engineVersion: string; rows: number; figures: Figure[] };

type Read = (row: number) => string;

function reader(batch: RowBatch, name: string): Read {
  const column = batch.columns[batch.fields.findIndex((field) => field.name === name)]!;
  if (column.kind !== 'dictionary') return (row) => cellText(column, row);
  const { codes } = column;
  const dictionary: Dictionary = column.dictionary;
  return (row) => lookUp(dictionary, codes[row]!);
}

function money(batch: RowBatch, name: string): Float64Array {
  const column = batch.columns[batch.fields.findIndex((field) => field.name === name)]!;
  if (column.kind !== 'money') throw new TypeError(`${name} is no amount`);
  return column.minor;
}

const COLUMNS = [
  'channel',
  'merchant_category',
  'country',
  'mcc',
  'merchant',
  'type',
  'status',
  'device',
] as const;

/** Gathers what the report needs while the pieces of a run pass by; memory does not grow with rows. */
export function realismTally(plan: SimulationPlan) {
  const columns = new Map<string, Tally>(
    [
      ...COLUMNS,
      'risk_segment',
      'amount',
      'absolute amount',
      'balance_after',
      'hour',
      'weekday',
      'day',
    ].map((name) => [name, new Map()]),
  );
  const segment = new Map<string, string>();
  const digits = new Float64Array(10);
  const merchants = new Map<string, number>();
  const weekdays = new Float64Array(7);
  const purchases: Tally = new Map();
  let rows = 0;
  let laundering = 0;
  let declined = 0;
  let spent = 0;
  let spends = 0;
  let withdrawals = 0;
  let wholeNotes = 0;
  let salaries = 0;
  let workdaySalaries = 0;
  let imbalance = 0;
  let credit = 0;
  let behind = 0;
  const offset = plan.country === 'US' ? -18_000 : 3600;
  const note = plan.configuration.cash.note * 100;

  function addTransactions(batch: RowBatch): void {
    const read = COLUMNS.map((name) => [columns.get(name)!, reader(batch, name)] as const);
    const [type, status, merchant, customer, flag] = [
      'type',
      'status',
      'counterparty',
      'customer_id',
      'aml_flag',
    ].map((name) => reader(batch, name)) as [Read, Read, Read, Read, Read];
    const amounts = money(batch, 'amount');
    const balances = money(batch, 'balance_after');
    const times = batch.columns[batch.fields.findIndex((f) => f.name === 'txn_ts')]!;
    if (times.kind !== 'seconds') throw new TypeError('txn_ts is no time');
    for (let row = 0; row < batch.rows; row++) {
      const hit = flag(row) === 'true' ? 1 : 0;
      const amount = amounts[row]!;
      const local = times.values[row]! + offset;
      const day = Math.floor(local / 86_400);
      rows++;
      laundering += hit;
      for (const [tally, of] of read) count(tally, of(row), hit);
      count(columns.get('risk_segment')!, segment.get(customer(row)) ?? '', hit);
      count(columns.get('amount')!, binOf(amount), hit);
      count(columns.get('absolute amount')!, binOf(Math.abs(amount)), hit);
      count(columns.get('balance_after')!, binOf(balances[row]!), hit);
      count(columns.get('hour')!, Math.floor(local / 3600) - day * 24, hit);
      count(columns.get('weekday')!, weekdayOf(day), hit);
      count(columns.get('day')!, day, hit);
      if (status(row) === 'declined') declined++;
      const what = type(row);
      if (what === 'purchase') {
        spent -= amount;
        spends++;
        digits[firstDigit(amount)]!++;
        weekdays[weekdayOf(day)]!++;
        count(purchases, binOf(-amount), 0);
        const who = merchant(row);
        merchants.set(who, (merchants.get(who) ?? 0) + 1);
      } else if (what === 'cash_withdrawal') {
        withdrawals++;
        if (amount % note === 0) wholeNotes++;
      } else if (what === 'salary') {
        salaries++;
        if (weekdayOf(day) < 5) workdaySalaries++;
      }
    }
  }

  function add(output: CellOutput): void {
    const id = reader(output.customers, 'customer_id');
    const risk = reader(output.customers, 'risk_segment');
    if (output.customers.rows > 0) segment.clear();
    for (let row = 0; row < output.customers.rows; row++) segment.set(id(row), risk(row));
    if (output.transactions.rows > 0) addTransactions(output.transactions);
    if (output.ledger !== null) for (const sum of Object.values(output.ledger)) imbalance += sum;
    const type = reader(output.accounts, 'account_type');
    const days = reader(output.accounts, 'days_past_due');
    const now = money(output.accounts, 'current_balance');
    const then = money(output.accounts, 'opening_balance');
    for (let row = 0; row < output.accounts.rows; row++) {
      imbalance += now[row]! - then[row]!;
      if (type(row) !== 'credit_card' && type(row) !== 'loan') continue;
      credit++;
      if (Number(days(row)) > 0) behind++;
    }
  }

  function report(): RealismReport {
    const figures: Figure[] = [];
    const { configuration: c } = plan;
    const figure = (
      name: string,
      value: number,
      low: number,
      high: number,
      source: string,
      enough = true,
    ) => {
      const known = enough && Number.isFinite(value) ? value : null;
      const within = known === null ? null : known >= low && known <= high;
      figures.push({ name, value: known, target: { low, high }, within, source });
    };
    const exact = (name: string, value: number, target: number, source: string) =>
      figure(name, value, target, target, source);
    exact('rows', rows, plan.transactions, 'request');
    exact('laundering rows', laundering, plan.laundering, 'request');
    figure('laundering share', laundering / rows, 0, 0.2, 'request');
    exact('ledger imbalance, minor units', imbalance, 0, 'double entry');
    figure(
      'declined share',
      declined / rows,
      0.001,
      0.04,
      'Berka 0.19 %, TabFormer 2.9 %',
      rows >= 5000,
    );
    figure(
      'Benford deviation of purchases',
      benfordDeviation(digits),
      0,
      0.025,
      'Berka 0.012, ULB 0.020',
      spends >= 5000,
    );
    figure('mean purchase', spent / spends / 100, 25, 95, 'ULB mean 92.8, ANZ 40', spends >= 1000);
    figure('median purchase', medianOf(purchases) / 100, 15, 45, 'ULB 25, ANZ 20', spends >= 1000);
    exact(
      'cash withdrawals in whole notes',
      withdrawals === 0 ? 1 : wholeNotes / withdrawals,
      1,
      'machines',
    );
    exact('salaries on weekdays', salaries === 0 ? 1 : workdaySalaries / salaries, 1, 'ANZ: all');
    figure(
      'share of the top 1 % of merchants',
      topShare(merchants),
      0.2,
      0.4,
      'Zipf popularity',
      merchants.size >= 300,
    );
    figure(
      'largest deviation of a weekday',
      weekdayDeviation(plan, weekdays),
      0,
      0.05,
      'configuration',
      spends >= 50_000,
    );
    const { days30, days60, days90, chargedOff } = c.accounts.delinquency;
    const due = days30 + days60 + days90 + chargedOff;
    figure(
      'delinquent share of credit accounts',
      behind / credit,
      due - 0.005,
      due + 0.005,
      'configuration',
      credit >= 1000,
    );
    const enough = laundering >= 200;
    for (const [name, tally] of columns) {
      const number =
        !COLUMNS.some((column) => column === name) &&
        name !== 'risk_segment' &&
        name !== 'hour' &&
        name !== 'weekday';
      const area = number ? numberAuc(tally) : categoryAuc(tally);
      if (name === 'merchant') continue;
      figure(
        `AUC of ${name} alone`,
        area,
        0,
        name === 'risk_segment' ? 0.7 : 0.8,
        'no single column may tell',
        enough,
      );
    }
    return { engineVersion: plan.engineVersion, rows, figures };
  }
  return { add, report };
}

/** Every calibrated figure of a run beside its target. */
export function realismReport(plan: SimulationPlan, outputs: Iterable<CellOutput>): RealismReport {
  const tally = realismTally(plan);
  for (const output of outputs) tally.add(output);
  return tally.report();
}
