/**
 * Draws the charts of docs/methods/simulate.md from a small simulated bank:
 * `node scripts/simulation-charts.ts`. The same engine gives the same files.
 */
import { writeFileSync } from 'node:fs';
import { scaleLinear } from 'd3-scale';
import {
  drawnSchemes,
  plan,
  presets,
  type RowBatch,
  rowObjects,
  simulateCells,
} from '../src/engines/simulate/index.ts';
import { schemeLayout } from '../src/web/charts/scheme-layout.ts';

type Row = Record<string, string>;
const bank = {
  customers: [] as Row[],
  accounts: [] as Row[],
  transactions: [] as Row[],
};
const rowsOf = (batch: RowBatch): Row[] =>
  [...rowObjects(batch)].map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? ''])),
  );
// More fraud than usual, so that a small bank has a case of each kind.
const configuration = structuredClone(presets['us-community-bank']);
configuration.fraud.rate = 0.004;
const simulationPlan = plan({
  seed: 2025n,
  customers: 600,
  accounts: 1100,
  transactions: 200_000,
  preset: 'us-community-bank',
  configuration,
  startDate: '2025-01-01',
  endDate: '2025-12-31',
  amlRate: 0.01,
});
const drawn = drawnSchemes();
/** Rows of schemes and of their look-alikes. */
const planned = new Set<string>();
for (const piece of simulateCells(simulationPlan)) {
  drawn.add(piece);
  bank.customers.push(...rowsOf(piece.customers));
  bank.accounts.push(...rowsOf(piece.accounts));
  for (const { txn_id } of rowsOf(piece.groundTruth)) planned.add(txn_id!);
  for (const row of rowsOf(piece.transactions)) bank.transactions.push(row);
}

const chosen = drawn.chosen();

const INK = '#1f2933';
const SOFT = '#7b8794';
const RULE = '#d9dee4';
const BLUE = '#1f5fa8';
const RUST = '#b4532a';
const GREEN = '#2f7d5b';
const folder = new URL('../docs/methods/', import.meta.url);
const one = (x: number) => x.toFixed(1);
const text = (x: number, y: number, content: string, more = '') =>
  `<text x="${one(x)}" y="${one(y)}" ${more}>${content}</text>`;

function save(name: string, width: number, height: number, title: string, body: string[]): void {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="11" fill="${INK}">`;
  const background = `<rect width="${width}" height="${height}" fill="#ffffff"/>`;
  const heading = text(16, 22, title, 'font-size="14" font-weight="600"');
  writeFileSync(
    new URL(name, folder),
    `${[head, background, heading, ...body, '</svg>'].join('\n')}\n`,
  );
}

const money = (value: number) =>
  `${value < 0 ? '-' : ''}$${Math.abs(Math.round(value)).toLocaleString('en')}`;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const NAMES: Record<string, string> = {
  salary: 'salary',
  rent: 'rent',
  bill_payment: 'bill',
  card_payment: 'card bill',
  standing_order: 'savings',
  loan_payment: 'loan',
  cash_withdrawal: 'cash',
};

/** Salaries in a year from which a household is shown: one of two partners is paid all year. */
const MIN_SALARIES = 12;

/** Returns the household with a salary whose two current accounts have the most kinds of bookings. */
function liveliest(rows: Row[]): string[] {
  const members = new Set(
    bank.transactions.filter((row) => planned.has(row.txn_id!)).map((row) => row.account_id),
  );
  const checking = bank.accounts.filter(
    (a) => a.account_type === 'checking' && !members.has(a.account_id),
  );
  const home = new Map(bank.customers.map((c) => [c.customer_id!, c.household_id!]));
  const accounts = new Map<string, string[]>();
  for (const { account_id, customer_id } of checking) {
    const key = home.get(customer_id!)!;
    if (key !== '') accounts.set(key, [...(accounts.get(key) ?? []), account_id!]);
  }
  const kinds = new Map<string, Set<string>>();
  for (const row of rows) {
    if (NAMES[row.type!] === undefined) continue;
    kinds.set(row.account_id!, (kinds.get(row.account_id!) ?? new Set()).add(row.type!));
  }
  const spent = new Map<string, number>();
  for (const { account_id, type } of rows) {
    const more = type === 'account_closure' ? -1000 : type === 'purchase' ? 1 : 0;
    spent.set(account_id!, (spent.get(account_id!) ?? 0) + more);
  }
  const paid = new Map<string, number>();
  for (const { account_id, type } of rows)
    if (type === 'salary') paid.set(account_id!, (paid.get(account_id!) ?? 0) + 1);
  const isPaid = (list: string[]) => list.some((id) => (paid.get(id) ?? 0) >= MIN_SALARIES);
  const scoreOf = (id: string) =>
    (kinds.get(id)?.size ?? -9) + Math.min(400, spent.get(id) ?? 0) / 40;
  const score = (list: string[]) =>
    list.reduce((sum, id) => sum + scoreOf(id), 0) -
    (list.length === 2 ? 0 : 99) -
    (isPaid(list) ? 0 : 50);
  return [...accounts.values()].sort((x, y) => score(y) - score(x) || (x[0]! < y[0]! ? -1 : 1))[0]!;
}

/** Draws balances of a household's accounts over the year, and its larger recurring bookings. */
function household(): void {
  const posted = bank.transactions.filter((row) => row.status === 'posted');
  const pair = liveliest(posted);
  const start = Date.parse('2025-01-01T05:00:00Z');
  const days = (row: Row) => (Date.parse(row.txn_ts!) - start) / 86_400_000;
  const x = scaleLinear([0, 365], [96, 840]);
  const rows = posted.filter((row) => pair.includes(row.account_id!));
  const balances = rows.map((row) => Number(row.balance_after));
  const y = scaleLinear([Math.min(0, ...balances), Math.max(...balances)], [300, 50]).nice();
  const body = y
    .ticks(5)
    .flatMap((tick) => [
      `<line x1="96" x2="840" y1="${one(y(tick))}" y2="${one(y(tick))}" stroke="${RULE}"/>`,
      text(88, y(tick) + 4, money(tick), `text-anchor="end" fill="${SOFT}"`),
    ]);
  pair.forEach((id, i) => {
    const own = rows.filter((row) => row.account_id === id);
    const steps = own.map((row) => `H${one(x(days(row)))}V${one(y(Number(row.balance_after)))}`);
    const first = Number(own[0]!.balance_after) - Number(own[0]!.amount);
    const colour = i === 0 ? BLUE : GREEN;
    const path = `M96,${one(y(first))}${steps.join('')}H840`;
    body.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.2"/>`);
    const end = y(Number(own.at(-1)!.balance_after));
    body.push(text(846, end + 4, i === 0 ? 'one partner' : 'the other', `fill="${colour}"`));
  });
  const lanes = [...Object.entries(NAMES), ['purchase', 'purchases'] as const];
  lanes.forEach(([type, label], i) => {
    const at = 322 + i * 15;
    body.push(text(88, at + 4, label, `text-anchor="end" fill="${SOFT}"`));
    const ticks = rows
      .filter((row) => row.type === type)
      .map((row) => `M${one(x(days(row)))},${at - 5}v10`);
    const colour = type === 'salary' ? GREEN : RUST;
    body.push(`<path d="${ticks.join('')}" stroke="${colour}" stroke-width=".9"/>`);
  });
  const bottom = 322 + lanes.length * 15;
  MONTHS.forEach((month, i) => {
    body.push(text(x(i * 30.4 + 15), bottom + 8, month, `text-anchor="middle" fill="${SOFT}"`));
  });
  const title = 'A year of one household: two current accounts after each booking';
  save('simulate-household.svg', 930, bottom + 20, title, body);
}

/** Draws a scheme of each typology: a lane for each account, an arrow for each payment. */
function schemes(kind: 'laundering' | 'fraud', name: string, title: string): void {
  const [width, lane, columns] = [470, 15, 2];
  const body: string[] = [];
  const tops = new Array<number>(columns).fill(44);
  for (const scheme of chosen.filter((one) => one.kind === kind)) {
    const { lanes, marks, first, last } = schemeLayout(scheme);
    const column = tops.indexOf(Math.min(...tops));
    const [left, top] = [16 + column * (width + 20), tops[column]!];
    const x = (at: number) => left + 112 + at * (width - 130);
    const y = (at: number) => top + 14 + (at + 0.5) * lane;
    const largest = money(Math.max(...marks.map(({ amount }) => amount)));
    const dates = `${first.slice(0, 10)} to ${last.slice(0, 10)}, up to ${largest}`;
    body.push(text(left, top + 4, scheme.typology.replaceAll('_', ' '), 'font-weight="600"'));
    body.push(text(left + width, top + 4, dates, `text-anchor="end" fill="${SOFT}"`));
    lanes.forEach((label, i) => {
      const ends = `x1="${one(x(0) - 8)}" x2="${one(left + width)}" y1="${one(y(i))}" y2="${one(y(i))}"`;
      body.push(`<line ${ends} stroke="${RULE}"/>`);
      body.push(
        text(x(0) - 14, y(i) + 3.5, label, `text-anchor="end" font-size="9.5" fill="${SOFT}"`),
      );
    });
    for (const { x: at, from, to, size } of marks) {
      const step = Math.sign(to - from) * 4;
      const [px, py] = [one(x(at)), one(y(to))];
      body.push(
        `<circle cx="${px}" cy="${one(y(from))}" r="${one(1.5 + 4 * size)}" fill="${RUST}" fill-opacity=".4"/>`,
      );
      body.push(
        `<path d="M${px},${one(y(from))}V${py}M${px},${py}l-2.5,${-step}h5z" stroke="${RUST}" fill="${RUST}"/>`,
      );
    }
    tops[column] = y(lanes.length) + 12;
  }
  save(name, 2 * width + 52, Math.max(...tops), title, body);
}

function bars(
  x0: number,
  width: number,
  values: number[],
  labels: string[],
  title: string,
): string[] {
  const most = Math.max(...values);
  const y = scaleLinear([0, most], [190, 70]);
  const step = width / values.length;
  const body = [text(x0, 52, title, 'font-weight="600"')];
  values.forEach((value, i) => {
    const at = x0 + i * step;
    body.push(
      `<rect x="${one(at)}" y="${one(y(value))}" width="${one(step * 0.8)}" height="${one(190 - y(value))}" fill="${BLUE}"/>`,
    );
    if (labels[i] !== '')
      body.push(
        text(
          at + step * 0.4,
          204,
          labels[i]!,
          `text-anchor="middle" font-size="9.5" fill="${SOFT}"`,
        ),
      );
  });
  return body;
}

function seasonality(): void {
  const purchases = bank.transactions.filter((row) => row.type === 'purchase');
  const offset = (row: Row) =>
    row.txn_ts! >= '2025-03-09T07' && row.txn_ts! < '2025-11-02T06' ? 4 : 5;
  const date = (row: Row) => new Date(Date.parse(row.txn_ts!) - offset(row) * 3_600_000);
  const tally = (rows: Row[], size: number, key: (row: Row) => number) => {
    const counts = new Array<number>(size).fill(0);
    for (const row of rows) counts[key(row)]!++;
    return counts;
  };
  const hour = (row: Row) => date(row).getUTCHours();
  const hours = Array.from({ length: 24 }, (_, h) => (h % 6 === 0 ? `${h}:00` : ''));
  const weekdays = tally(purchases, 7, (row) => (date(row).getUTCDay() + 6) % 7);
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const months = tally(purchases, 12, (row) => date(row).getUTCMonth()).map(
    (n, i) => n / lengths[i]!,
  );
  const of = (name: string) => purchases.filter((row) => row.merchant_category === name);
  save('simulate-seasonality.svg', 1000, 220, 'When purchases are made, local time', [
    ...bars(16, 220, tally(of('Restaurants'), 24, hour), hours, 'Restaurants by hour'),
    ...bars(262, 220, tally(of('Online Retail'), 24, hour), hours, 'Online retail by hour'),
    ...bars(
      508,
      180,
      weekdays,
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
      'All, by weekday',
    ),
    ...bars(
      714,
      270,
      months,
      ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'],
      'All, a day, by month',
    ),
  ]);
}

household();
schemes('laundering', 'simulate-laundering.svg', 'A scheme of each typology of laundering');
schemes('fraud', 'simulate-fraud.svg', 'A case of each kind of fraud');
seasonality();
