/**
 * Draws the charts of docs/methods/simulate.md from a small simulated bank:
 * `node scripts/simulation-charts.ts`. The same engine gives the same files.
 */
import { writeFileSync } from 'node:fs';
import { scaleLinear } from 'd3-scale';
import { plan, type RowBatch, rowObjects, simulateCells } from '../src/engines/simulate/index.ts';

type Row = Record<string, string>;
const bank = {
  customers: [] as Row[],
  accounts: [] as Row[],
  transactions: [] as Row[],
  truth: [] as Row[],
};
const rowsOf = (batch: RowBatch): Row[] =>
  [...rowObjects(batch)].map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? ''])),
  );
const simulationPlan = plan({
  seed: 2025n,
  customers: 600,
  accounts: 1100,
  transactions: 200_000,
  preset: 'us-community-bank',
  startDate: '2025-01-01',
  endDate: '2025-12-31',
  amlRate: 0.01,
});
for (const piece of simulateCells(simulationPlan)) {
  bank.customers.push(...rowsOf(piece.customers));
  bank.accounts.push(...rowsOf(piece.accounts));
  for (const row of rowsOf(piece.transactions)) bank.transactions.push(row);
  bank.truth.push(...rowsOf(piece.groundTruth));
}

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

/** Converts to Eastern daylight time, which applies to the month shown. */
const localMinutes = (row: Row) => Date.parse(row.txn_ts!) / 60_000 - 4 * 60;
const money = (value: number) =>
  `${value < 0 ? '-' : ''}$${Math.abs(Math.round(value)).toLocaleString('en')}`;

const NAMES: Record<string, string> = {
  salary: 'salary',
  rent: 'rent',
  bill_payment: 'bill',
  card_payment: 'card bill',
  standing_order: 'savings',
  loan_payment: 'loan',
  cash_withdrawal: 'cash',
};

/** Returns the household whose two current accounts have the most kinds of bookings. */
function liveliest(rows: Row[]): string[] {
  const crime = new Set(
    bank.transactions.filter((row) => row.aml_flag === 'true').map((row) => row.account_id),
  );
  const checking = bank.accounts.filter(
    (a) => a.account_type === 'checking' && !crime.has(a.account_id),
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
  const score = (list: string[]) =>
    list.reduce((sum, id) => sum + (kinds.get(id)?.size ?? -9), 0) - (list.length === 2 ? 0 : 99);
  return [...accounts.values()].sort((x, y) => score(y) - score(x) || (x[0]! < y[0]! ? -1 : 1))[0]!;
}

function household(): void {
  const may = bank.transactions.filter(
    (r) => r.status === 'posted' && r.txn_ts! >= '2025-05-01T04' && r.txn_ts! < '2025-06-01T04',
  );
  const pair = liveliest(may);
  const start = Date.parse('2025-05-01T00:00:00Z') / 60_000;
  const x = scaleLinear([0, 31 * 1440], [70, 840]);
  const rows = may.filter((row) => pair.includes(row.account_id!));
  const balances = rows.flatMap((row) => [
    Number(row.balance_after),
    Number(row.balance_after) - Number(row.amount),
  ]);
  const y = scaleLinear([Math.min(0, ...balances), Math.max(...balances)], [400, 140]).nice();
  const body: string[] = [];
  for (const tick of y.ticks(5)) {
    body.push(
      `<line x1="70" x2="840" y1="${one(y(tick))}" y2="${one(y(tick))}" stroke="${RULE}"/>`,
    );
    body.push(text(62, y(tick) + 4, money(tick), `text-anchor="end" fill="${SOFT}"`));
  }
  for (let day = 1; day <= 31; day += 5) {
    body.push(text(x((day - 1) * 1440), 420, `${day} May`, `text-anchor="middle" fill="${SOFT}"`));
  }
  pair.forEach((id, i) => {
    const own = rows.filter((row) => row.account_id === id);
    const first = Number(own[0]!.balance_after) - Number(own[0]!.amount);
    let path = `M${one(x(0))},${one(y(first))}`;
    for (const row of own) {
      path += `H${one(x(localMinutes(row) - start))}V${one(y(Number(row.balance_after)))}`;
    }
    const colour = i === 0 ? BLUE : GREEN;
    body.push(`<path d="${path}H840" fill="none" stroke="${colour}" stroke-width="1.6"/>`);
    const end = y(Number(own.at(-1)!.balance_after));
    body.push(text(846, end + 4, i === 0 ? 'one partner' : 'the other', `fill="${colour}"`));
  });
  const free = [0, 0, 0, 0, 0, 0, 0];
  for (const row of rows) {
    const name = NAMES[row.type!];
    if (name === undefined) continue;
    const at = x(localMinutes(row) - start);
    const lane = free.findIndex((until) => until <= at);
    if (lane < 0) continue;
    const label = `${name} ${money(Number(row.amount))}`;
    free[lane] = at + label.length * 5.6 + 10;
    const top = 44 + lane * 12;
    const point = y(Number(row.balance_after));
    const colour = Number(row.amount) > 0 ? GREEN : RUST;
    body.push(
      `<line x1="${one(at)}" x2="${one(at)}" y1="${top - 8}" y2="${one(point)}" stroke="${RULE}"/>`,
    );
    body.push(`<circle cx="${one(at)}" cy="${one(point)}" r="2.6" fill="${colour}"/>`);
    body.push(text(at + 3, top, label, `font-size="9.5" fill="${colour}"`));
  }
  const title = 'A month of one household: two current accounts after each booking';
  save('simulate-household.svg', 910, 435, title, body);
}

function ring(): void {
  const byScheme = new Map<string, Row[]>();
  for (const row of bank.truth)
    if (row.typology === 'cycle')
      byScheme.set(row.scheme_id!, [...(byScheme.get(row.scheme_id!) ?? []), row]);
  const legs = [...byScheme.values()].sort(
    (a, b) => b.filter((g) => g.role === 'link').length - a.filter((g) => g.role === 'link').length,
  )[0]!;
  const byId = new Map(bank.transactions.map((row) => [row.txn_id!, row]));
  const links = legs
    .filter((g) => g.role === 'link')
    .map((g) => byId.get(g.txn_id!)!)
    .filter((row) => Number(row.amount) < 0)
    .sort((a, b) => (a.txn_ts! < b.txn_ts! ? -1 : 1));
  const nodes = links.map((row) => row.account_id!);
  const place = (i: number) => {
    const angle = (2 * Math.PI * i) / nodes.length - Math.PI / 2;
    return [300 + 200 * Math.cos(angle), 265 + 175 * Math.sin(angle)] as const;
  };
  const body = [
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0L8,4L0,8z" fill="${RUST}"/></marker></defs>`,
  ];
  links.forEach((row, i) => {
    const [x1, y1] = place(i);
    const [x2, y2] = place((i + 1) % nodes.length);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    body.push(
      `<line x1="${one(x1 + dx * 14)}" y1="${one(y1 + dy * 14)}" x2="${one(x2 - dx * 15)}" y2="${one(y2 - dy * 15)}" stroke="${RUST}" stroke-width="1.5" marker-end="url(#arrow)"/>`,
    );
    const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const out = Math.hypot(mx - 300, my - 265) || 1;
    const anchor = mx > 320 ? 'start' : mx < 280 ? 'end' : 'middle';
    const [tx, ty] = [mx + ((mx - 300) / out) * 16, my + ((my - 265) / out) * 16];
    body.push(
      text(
        tx,
        ty,
        `${money(Number(row.amount) * -1)}, ${row.txn_ts!.slice(5, 10)}`,
        `text-anchor="${anchor}" fill="${RUST}"`,
      ),
    );
  });
  nodes.forEach((id, i) => {
    const [x, y] = place(i);
    body.push(`<circle cx="${one(x)}" cy="${one(y)}" r="11" fill="${i === 0 ? RUST : BLUE}"/>`);
    body.push(
      text(x, y + 4, String(i + 1), 'text-anchor="middle" fill="#ffffff" font-weight="600"'),
    );
    const [ox, oy] = [(x - 300) / 200, (y - 265) / 175];
    const anchor = ox > 0.3 ? 'start' : ox < -0.3 ? 'end' : 'middle';
    const label = `…${id.slice(-5)}`;
    body.push(text(x + ox * 18, y + oy * 22 + 4, label, `text-anchor="${anchor}" fill="${SOFT}"`));
  });
  const placed = legs.filter((g) => g.hop === '0').length;
  body.push(
    text(300, 262, `${links.length} hops, money back at account 1`, 'text-anchor="middle"'),
  );
  body.push(
    text(
      300,
      279,
      `${legs.length} rows with spending, ${placed} payments bring the money in`,
      `text-anchor="middle" fill="${SOFT}"`,
    ),
  );
  save('simulate-ring.svg', 600, 490, 'A laundering ring: the typology cycle', body);
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
ring();
seasonality();
