import { expect, test } from 'vitest';
import { rolesOf } from '../../meaning/events/roles.ts';
import { streamFor } from '../../random/stream.ts';
import { analyze } from '../analyze.ts';
import { evaluateScores } from '../evaluate-scores.ts';
import { buildLedger } from '../features/ledger.ts';
import { readDelimited } from '../read-delimited.fixture.ts';
import { carriedRisk, type Decisions } from './carried-risk.ts';
import { chooseCases } from './choose-cases.ts';
import { readDecisions } from './read-decisions.ts';
import { tailBins } from './tail-bins.ts';
import { chooseUnseen, unseenValues } from './unseen.ts';

const DAY = 86_400_000;
const ROWS = 3000;
const stream = streamFor(9n, 0, 0);
/** Rows at terminals 0 and 1 are fraud, with ordinary amounts: no score of rows can see them. */
const rows = Array.from({ length: ROWS }, (_, row) => {
  const terminal = stream.below(40);
  return { row, terminal, card: stream.below(50), amount: 10 + stream.below(90) };
});
const fraud = (row: number) => (rows[row]!.terminal < 2 ? 1 : 0);
const day = (row: number) => new Date(Date.UTC(2026, 0, 1) + row * 1_800_000).toISOString();
const text = (header: string, lines: readonly string[]) =>
  readDelimited(Buffer.from(`${[header, ...lines].join('\n')}\n`));
const table = text(
  'transaction_id,card_id,terminal_id,tx_time,amount',
  rows.map((r) => `T${r.row},C${r.card},M${r.terminal},${day(r.row).slice(0, 19)},${r.amount}.00`),
);
const roles = rolesOf(table, {});
const decisions: Decisions = {
  labels: Int8Array.from(rows, ({ row }) => (row < 1500 && row % 5 === 0 ? fraud(row) : -1)),
  knownAt: Float64Array.from(rows, ({ row }) => Date.parse(day(row)) + DAY),
};
const later = Int8Array.from(rows, ({ row }) => (row < 1500 ? -1 : fraud(row)));

test('finds ordinary rows at a compromised terminal once some are confirmed', () => {
  const auc = (scores: Float64Array) => evaluateScores(scores, later, 100)!.auc;
  const before = analyze(table, { seed: 1n, roles });
  const after = analyze(table, { seed: 1n, roles, decisions });
  expect(auc(before.scores)).toBeLessThan(0.6);
  expect(auc(after.scores)).toBeGreaterThan(0.9);
  expect(after.learned).toMatchObject({ confirmed: 11, cleared: 289 });
  expect(after.learned!.columns).toContain('confirmed_merchant');
  const { evaluation, next } = after.learned!;
  expect(evaluation).toMatchObject({ trained: 210, tested: 90 });
  expect(evaluation!.ranker).toBeGreaterThan(evaluation!.unsupervised);
  expect(next).toHaveLength(20);
  expect(next.every((row) => decisions.labels[row] < 0)).toBe(true);
  expect(analyze(table, { seed: 1n, roles, decisions }).scores).toEqual(after.scores);
});

test('refuses to learn from fewer than five decisions of a kind', () => {
  const few = { ...decisions, labels: decisions.labels.map((l, row) => (row < 100 ? l : -1)) };
  expect(() => analyze(table, { seed: 1n, roles, decisions: few })).toThrow(
    /at least 5 confirmed and 5 cleared rows; there are \d and \d+/,
  );
});

test('risk is carried to later rows only, from when it was known, and halves in 14 days', () => {
  const small = text('card_id,terminal_id,tx_time,amount', [
    'A,M1,2026-01-01,1',
    'B,M1,2026-01-02,1',
    'C,M1,2026-01-17,1',
    'C,M2,2026-01-17,1',
  ]);
  const ledger = buildLedger(small, rolesOf(small, {}), Float64Array.of(0, 1, 2, 3));
  const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
  const columns = carriedRisk(
    ledger,
    {
      labels: Int8Array.of(1, -1, -1, -1),
      knownAt: Float64Array.of(at('2026-01-03'), Number.NaN, Number.NaN, Number.NaN),
    },
    Float64Array.of(0.99, 0, 0, 0),
  );
  const merchant = columns.find(({ name }) => name === 'confirmed_merchant')!;
  expect([...merchant.values]).toEqual([0, 0, 0.5, 0]);
  const usual = columns.find(({ name }) => name === 'confirmed_usual_merchant')!;
  expect([...usual.values]).toEqual([0, 0, 0.25, 0]);
});

test('explores merchants of several owners without decisions, each once', () => {
  const file = text('card_id,terminal_id,tx_time,amount', [
    'A,M1,2026-01-01,1',
    'B,M1,2026-01-05,1',
    'A,M2,2026-01-05,1',
    'B,M2,2026-01-06,1',
    'A,M3,2026-01-06,1',
  ]);
  const ledger = buildLedger(file, rolesOf(file, {}), Float64Array.of(0, 1, 2, 3, 4));
  const knownAt = new Float64Array(5).fill(Date.parse('2026-01-02T00:00:00Z'));
  const labels = Int8Array.of(0, -1, -1, -1, -1);
  const risks = carriedRisk(ledger, { labels, knownAt }, new Float64Array(5));
  const unseen = unseenValues(risks, ledger.owner)!;
  expect(unseen.values[1]).toBeLessThan(0.2);
  expect([unseen.values[2], unseen.values[4]]).toEqual([1, 0]);
  expect(chooseUnseen(Uint32Array.of(1, 3, 2, 4), unseen, 4)).toEqual([3, 1]);
});

test('bins keep the rare high values apart', () => {
  const bins = tailBins(Float64Array.from({ length: 1000 }, (_, i) => i));
  expect(bins[0]).toBe(0);
  expect(bins[500]).toBeLessThan(8);
  expect(new Set([999, 998, 996, 990, 980].map((i) => bins[i])).size).toBe(5);
  expect([...tailBins(Float64Array.of(Number.NaN, 1, 2))][0]).toBe(0);
});

test('chooses unsure rows and some of all ranks', () => {
  const order = Array.from({ length: 1000 }, (_, i) => i);
  const probabilities = order.map((i) => 1 - i / 1000);
  const chosen = chooseCases(order, { probabilities, count: 20, stream: streamFor(1n, 0, 0) });
  expect(new Set(chosen).size).toBe(20);
  expect(chosen.slice(0, 12).every((row) => Math.abs(row - 500) < 10)).toBe(true);
  const spread = chooseCases(order, {
    probabilities: null,
    count: 20,
    stream: streamFor(1n, 0, 0),
  });
  expect(spread.filter((row) => row < 32).length).toBeGreaterThan(4);
  expect(chooseCases([7], { probabilities: null, count: 20, stream })).toEqual([7]);
});

test.each([
  ['id,label', ['T1,1', 'X,0'], 'line 2 names X'],
  ['id,label', ['T1,1', 'T1,0'], 'T1 occurs more than once'],
  ['id,label', ['T1,1', 'T2,'], 'T2 has no label'],
  ['row,label', ['1,1', '3001,0'], 'line 2 names 3001'],
  ['id,score', ['T1,1'], 'expected columns id (or row) and label'],
])('refuses labels %s %j', (header, lines, message) => {
  expect(() => readDecisions(table, roles, text(header, lines))).toThrow(message);
});

test('reads labels by id and by row, known a day later', () => {
  const byId = readDecisions(table, roles, text('id,label', ['T4,yes', 'T9,no']));
  expect([byId.labels[4], byId.labels[9], byId.labels[5]]).toEqual([1, 0, -1]);
  expect(byId.knownAt[4]).toBe(Date.parse(day(4)) + DAY);
  const byRow = readDecisions(table, roles, text('row,label', ['5,1', '10,0']));
  expect(byRow.labels).toEqual(byId.labels);
});
