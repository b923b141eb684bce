import { expect, test } from 'vitest';
import { presets } from '../configuration/presets.ts';
import { bankOf, cellOf, cents, groupBy, type Row } from '../simulate.fixture.ts';

const bank = bankOf({
  seed: 11n,
  customers: 4000,
  accounts: 6000,
  transactions: 100_000,
  amlRate: 0.04,
});
const byId = new Map(bank.transactions.map((row) => [row.txn_id!, row]));
const own = new Map(bank.accounts.map((a) => [a.account_id!, a]));
const THRESHOLD = presets['us-community-bank'].laundering.thresholds.US! * 100;

type Edge = {
  from: string;
  to: string;
  amount: number;
  time: number;
  role: string;
  hop: number;
  type: string;
  reference: string;
};

/** Returns the edges of a scheme: its rows without members' spending, each movement once. */
function shapeOf(truth: readonly Row[]): Edge[] {
  return truth
    .filter(({ role }) => role !== 'integration')
    .map((leg) => ({ leg, row: byId.get(leg.txn_id!)! }))
    .filter(({ row }) => Number(row.amount) < 0 || !own.has(row.counterparty!))
    .map(({ leg, row }) => {
      const out = Number(row.amount) < 0;
      return {
        from: out ? row.account_id! : row.counterparty!,
        to: out ? row.counterparty! : row.account_id!,
        amount: Math.abs(cents(row.amount)),
        time: Date.parse(row.txn_ts!),
        role: leg.role!,
        hop: Number(leg.hop),
        type: row.type!,
        reference: leg.reference!,
      };
    })
    .sort((a, b) => a.hop - b.hop || a.time - b.time);
}

const targets = (edges: Edge[], from: string) =>
  new Set(edges.filter((e) => e.from === from).map((e) => e.to));
const sources = (edges: Edge[], to: string) =>
  new Set(edges.filter((e) => e.to === to).map((e) => e.from));
const nodes = (edges: Edge[]) => new Set(edges.flatMap((e) => [e.from, e.to]));
const at = (edges: Edge[], hop: number) => edges.filter((e) => e.hop === hop);
const cash = (edges: Edge[]) => edges.filter((e) => /^[BK]/.test(e.from));
const latest = (edges: Edge[]) => Math.max(...edges.map((e) => e.time));
const earliest = (edges: Edge[]) => Math.min(...edges.map((e) => e.time));

const definitions: Record<string, (edges: Edge[]) => boolean> = {
  fan_out: (edges) => [...nodes(edges)].some((n) => targets(at(edges, 1), n).size >= 2),
  fan_in: (edges) => [...nodes(edges)].some((n) => sources(at(edges, 1), n).size >= 2),
  gather_scatter: (edges) =>
    [...nodes(edges)].some(
      (n) => sources(at(edges, 1), n).size >= 2 && targets(at(edges, 2), n).size >= 2,
    ) && latest(at(edges, 1)) < earliest(at(edges, 2)),
  scatter_gather: (edges) => {
    const middle = new Set(at(edges, 1).map((e) => e.to));
    const same = at(edges, 2).every((e) => middle.has(e.from));
    return middle.size >= 2 && same && new Set(at(edges, 2).map((e) => e.to)).size === 1;
  },
  cycle: (edges) => {
    const links = edges.filter((e) => e.role === 'link');
    const path = links.every((e, i) => i === 0 || links[i - 1].to === e.from);
    return (
      links.length >= 3 &&
      path &&
      links[0].from === links.at(-1)!.to &&
      nodes(links).size === links.length
    );
  },
  random: (edges) => {
    const links = edges.filter((e) => e.role === 'link');
    const path = links.every((e, i) => i === 0 || links[i - 1].to === e.from);
    return links.length >= 2 && path && nodes(links).size === links.length + 1;
  },
  bipartite: (edges) => {
    const first = at(edges, 1);
    const from = new Set(first.map((e) => e.from));
    const to = new Set(first.map((e) => e.to));
    return from.size >= 2 && to.size >= 2 && first.length === from.size * to.size;
  },
  stack: (edges) => {
    const middle = new Set(at(edges, 1).map((e) => e.to));
    return (
      definitions.bipartite!(edges) &&
      at(edges, 2).every((e) => middle.has(e.from)) &&
      at(edges, 2).length >= 4
    );
  },
  structuring: (edges) =>
    cash(edges).length >= 1 &&
    cash(edges).every((e) => e.amount < THRESHOLD) &&
    new Set(cash(edges).map((e) => e.to)).size === 1,
  smurfing: (edges) => {
    const smurfs = new Set(cash(edges).map((e) => e.to));
    return (
      smurfs.size >= 2 &&
      cash(edges).every((e) => e.amount < THRESHOLD) &&
      new Set(at(edges, 1).map((e) => e.to)).size === 1
    );
  },
  mule: (edges) =>
    at(edges, 1).length >= 1 &&
    at(edges, 1).every((e) =>
      at(edges, 0).some(
        (a) => a.to === e.from && e.time > a.time && e.time - a.time < 24 * 3_600_000,
      ),
    ),
  round_trip: (edges) =>
    edges.some((a) => {
      if (a.hop % 2 !== 1) return false;
      const back = at(edges, a.hop + 1).filter(
        (b) => b.to === a.from && !own.has(b.from) && b.time > a.time,
      );
      return back.reduce((sum, b) => sum + b.amount, 0) >= 0.9 * a.amount;
    }),
  rapid_in_out: (edges) =>
    at(edges, 1).length >= 1 &&
    at(edges, 1).every((b) =>
      at(edges, 0).some(
        (a) => b.from === a.to && b.time > a.time && b.time - a.time <= 48 * 3_600_000,
      ),
    ),
  funnel: (edges) =>
    cash(edges).length >= 2 &&
    cash(edges).every((e) => e.amount < THRESHOLD) &&
    at(edges, 1).length >= 1,
  dormant_burst: (edges) => {
    const account = own.get(at(edges, 0)[0].to)!;
    const [sleep, wake] = account.status_history!.split(';').slice(-2);
    const days = (Date.parse(wake!.split(':')[1]) - Date.parse(sleep!.split(':')[1])) / 86_400_000;
    return sleep!.startsWith('dormant') && wake!.startsWith('active') && days >= 0;
  },
  trade_misinvoicing: (edges) => {
    const paid = at(edges, 1);
    return (
      edges.every((e) => e.type.startsWith('wire')) &&
      paid.every(
        (e) =>
          own.get(e.from)?.account_type === 'business_checking' &&
          !own.has(e.to) &&
          /^invoice \d+: \d+ units at/.test(e.reference),
      )
    );
  },
};

const schemes = groupBy(
  bank.groundTruth.filter((row) => row.laundering === 'true'),
  (row) => row.scheme_id!,
);

const ofTypology = (typology: string) =>
  [...schemes.values()].filter((truth) => truth[0].typology === typology).map(shapeOf);

const share = <T>(list: readonly T[], holds: (item: T) => boolean): number =>
  list.filter(holds).length / list.length;

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

const DAY = 86_400_000;

test('every scheme is found again by the definition of its typology', () => {
  const wrong = new Map<string, number>();
  const right = new Map<string, number>();
  for (const [id, truth] of schemes) {
    const { typology } = truth[0];
    const tally = definitions[typology!](shapeOf(truth)) ? right : wrong;
    tally.set(typology!, (tally.get(typology!) ?? 0) + 1);
    if (tally === wrong && process.env.SHOW) console.error(id, typology, shapeOf(truth));
  }
  expect([...wrong]).toEqual([]);
  expect([...right.keys()].sort()).toEqual(Object.keys(definitions).sort());
});

test('the ground truth names exactly the flagged rows, and innocent look-alikes beside them', () => {
  const flagged = bank.transactions.filter((r) => r.aml_flag === 'true').map((r) => r.txn_id);
  const launderingIds = bank.groundTruth
    .filter((g) => g.laundering === 'true')
    .map((g) => g.txn_id);
  expect(new Set(launderingIds)).toEqual(new Set(flagged));
  expect(launderingIds.length).toBe(bank.plan.laundering);
  const unflagged = bank.groundTruth.filter((g) => g.laundering === 'false');
  expect(unflagged.every((g) => g.role === 'integration' || /^[FN]/.test(g.scheme_id!))).toBe(true);
  const spent = unflagged.filter((g) => g.role === 'integration');
  expect(spent.length).toBeGreaterThan(bank.plan.laundering / 4);
  for (const g of spent) expect(byId.get(g.txn_id!)!.type).toBe('purchase');
  const innocent = unflagged.filter((g) => /^N/.test(g.scheme_id!));
  expect(innocent.length).toBeGreaterThan(bank.plan.laundering / 2);
  for (const g of unflagged) expect(byId.get(g.txn_id!)!.aml_flag).toBe('false');
});

test('structuring deposits stay just below the threshold, over weeks and branches', () => {
  const found = ofTypology('structuring').filter((edges) => cash(edges).length >= 8);
  expect(found.length).toBeGreaterThan(5);
  const sizes = found.flatMap((edges) => cash(edges).map((e) => e.amount));
  expect(median(sizes)).toBeGreaterThan(0.75 * THRESHOLD);
  expect(share(found, (edges) => new Set(cash(edges).map((e) => e.from)).size >= 3)).toBe(1);
  expect(share(found, (edges) => latest(cash(edges)) - earliest(cash(edges)) > 10 * DAY)).toBe(1);
});

test('mules are young, their accounts new, and the money gone within a day', () => {
  const found = ofTypology('mule');
  const start = Date.parse(`${bank.plan.startDate}T00:00:00Z`);
  const people = new Map(bank.customers.map((c) => [c.customer_id!, c]));
  const accounts = found.flatMap((edges) => at(edges, 0).map((e) => own.get(e.to)!));
  expect(share(accounts, (a) => Date.parse(a.open_date!) > start - 400 * DAY)).toBeGreaterThan(0.9);
  const born = (a: Row) => Number(people.get(a.customer_id!)!.birth_year);
  expect(share(accounts, (a) => 2025 - born(a) <= 33)).toBeGreaterThan(0.9);
});

test('layers are between firms, and a dormant account has no other bookings', () => {
  for (const typology of ['cycle', 'bipartite', 'stack']) {
    const ends = ofTypology(typology).flatMap((edges) => edges.map((e) => own.get(e.from)));
    const inside = ends.filter((a) => a !== undefined);
    expect(share(inside, (a) => a.account_type === 'business_checking')).toBeGreaterThan(0.9);
  }
  const known = new Set(bank.groundTruth.map((g) => g.txn_id));
  for (const edges of ofTypology('dormant_burst')) {
    const account = at(edges, 0)[0]!.to;
    const rows = bank.transactions.filter((row) => row.account_id === account);
    expect(rows.filter((row) => !known.has(row.txn_id))).toEqual([]);
  }
});

test('schemes move the sums of published cases, none of them by mobile phone above 2,500', () => {
  const placed = [...schemes.values()].map((truth) =>
    at(shapeOf(truth), 0).reduce((total, e) => total + e.amount, 0),
  );
  expect(share(placed, (total) => total >= 345_000)).toBeGreaterThan(0.9);
  const flagged = bank.transactions.filter((row) => row.aml_flag === 'true');
  const mobile = flagged.filter((row) => row.channel === 'MOBILE');
  expect(mobile.every((row) => Math.abs(cents(row.amount)) <= 250_000)).toBe(true);
});

test('legs of a scheme pass on money that came before', () => {
  for (const [, truth] of schemes) {
    const legs = new Map(truth.map((g) => [g.leg!, byId.get(g.txn_id!)!]));
    for (const g of truth) {
      if (g.source_leg === '') continue;
      const source = legs.get(g.source_leg!);
      expect(source, `${g.scheme_id} leg ${g.leg}`).toBeDefined();
      expect(source!.txn_ts! <= legs.get(g.leg!)!.txn_ts!).toBe(true);
    }
  }
});

test('some schemes span two cells, through the clearing between cells', () => {
  const spans = [...schemes.values()].filter(
    (t) => new Set(t.map((g) => cellOf(bank, g.txn_id!))).size > 1,
  );
  expect(spans.length).toBeGreaterThan(0);
});

test('further accounts of a customer take part as well as the first', () => {
  const first = new Set<string>();
  for (const cell of bank.plan.cells) {
    const some = Math.min(cell.customers, cell.accounts);
    for (let n = 0; n < some; n++) first.add(bank.accounts[cell.firstAccount + n].account_id!);
  }
  const members = new Set(
    bank.groundTruth
      .filter((g) => g.laundering === 'true')
      .map((g) => byId.get(g.txn_id!)!.account_id!),
  );
  const further = [...members].filter((id) => !first.has(id)).length;
  const current = bank.accounts.filter((a) => /checking/.test(a.account_type!));
  const there = current.filter((a) => !first.has(a.account_id!)).length / current.length;
  expect(further / members.size).toBeGreaterThan(0.5 * there);
});

test('one account alone takes part in as many schemes as the share asks for', () => {
  const alone = bankOf({ customers: 1, accounts: 1, transactions: 30_000, amlRate: 0.2 });
  expect(alone.transactions.filter((row) => row.aml_flag === 'true')).toHaveLength(6000);
});

test('the share is met: exactly from 10,000 rows, by one whole scheme from 200', () => {
  for (const [transactions, amlRate, rows] of [
    [10_000, 0.001, 10],
    [12_345, 0.0333, 411],
    [10_000, 0.0001, 1],
    [200, 0.001, 5],
    [9999, 0.0001, 5],
    [199, 0.001, 0],
    [20_000, 0, 0],
  ]) {
    const { transactions: transactionRows } = bankOf({
      transactions: transactions!,
      amlRate: amlRate!,
    });
    expect(transactionRows.filter((r) => r.aml_flag === 'true').length).toBe(rows);
  }
});
