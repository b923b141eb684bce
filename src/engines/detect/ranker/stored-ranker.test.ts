import { expect, test } from 'vitest';
import { rolesOf } from '../../meaning/events/roles.ts';
import { streamFor } from '../../random/stream.ts';
import { analyze } from '../analyze.ts';
import { readDelimited } from '../read-delimited.fixture.ts';
import { scoreTable } from '../score-table.ts';
import { type StoredRanker, spreadOver } from './apply.ts';
import { riskBins } from './carried-risk.ts';
import { driftOf, spreadOf } from './drift.ts';
import { type Decided, knownDecisions } from './known-decisions.ts';
import { evaluateRanker, testedFrom, trainRanker } from './lessons.ts';
import { teach } from './teach.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const stream = streamFor(4n, 0, 0);

/** Payments of which those of terminal M0 are fraud, with ordinary amounts. */
function payments(month: number, extra = '') {
  const rows = Array.from({ length: 900 }, (_, row) => {
    const at = new Date(START + month * 30 * DAY + row * 1_800_000).toISOString().slice(0, 19);
    return {
      at,
      terminal: stream.below(20),
      line: `C${stream.below(40)},${10 + stream.below(90)}`,
    };
  });
  const lines = rows.map(({ at, terminal, line }, i) => `${i},M${terminal},${at},${line}`);
  const text = `id,terminal_id,tx_time,card_id,amount\n${lines.join('\n')}\n`;
  const table = readDelimited(Buffer.from(text.replaceAll('terminal_id', extra || 'terminal_id')));
  return { table, isFraud: (row: number) => rows[row]!.terminal === 0 };
}

const first = payments(0);
/** Every third row is decided, one a minute, long after the file's last row. */
const own = new Map(
  Array.from({ length: 300 }, (_, i): [number, Decided] => [
    i * 3,
    { label: first.isFraud(i * 3) ? 1 : 0, decidedAt: START + 400 * DAY + i * 60_000 },
  ]),
);
const decisions = { own, elsewhere: [] };
const cut = testedFrom(Float64Array.from(own.values(), ({ decidedAt }) => decidedAt));
const [all, tested] = teach(first.table, { seed: 1n }, { ...decisions, times: [1e15, cut] });
const ranker = trainRanker([all!], { seed: 1n });

function stored(): StoredRanker {
  const known = knownDecisions(first.table, 'tx_time', decisions);
  const scored = scoreTable(first.table, { seed: 1n, decisions: known });
  return { engineVersion: 'x', ranker, spread: spreadOver(scored, ranker, known) };
}

test('the same decisions give the same ranker, and later ones evaluate one trained on earlier ones', () => {
  const [again] = teach(first.table, { seed: 1n }, { ...decisions, times: [1e15] });
  expect(trainRanker([again!], { seed: 1n })).toEqual(ranker);
  const early = trainRanker([tested!], { seed: 1n, before: cut });
  const evaluation = evaluateRanker(early, [tested!], cut)!;
  expect(evaluation).toMatchObject({ trained: 210, tested: 90 });
  expect(evaluation.ranker).toBeGreaterThan(2 * evaluation.unsupervised);
});

test('another file is ranked by decisions on the first, without its decided rows', () => {
  const next = payments(1);
  const names = (row: number) => ({ merchant: first.isFraud(row) ? 'M0' : 'M1' });
  const elsewhere = [...own].map(([row, each]) => ({
    ...each,
    at: START + 29 * DAY,
    names: names(row),
  }));
  const decided = new Map<number, Decided>([[3, { label: 0, decidedAt: START + 500 * DAY }]]);
  const known = knownDecisions(next.table, rolesOf(next.table, {}).time, {
    own: decided,
    elsewhere,
  });
  const { anomalies, ranked } = analyze(next.table, {
    ...{ seed: 1n, ranker: stored(), decisions: known },
    threshold: { method: 'capacity', rows: 30 },
  });
  const top = anomalies.slice(0, 20).filter(({ row }) => next.isFraud(row));
  expect(top.length).toBeGreaterThan(15);
  expect(anomalies[0]!.reasons.map(({ sentence }) => sentence).join()).toContain(
    'merchant M0 had confirmed rows before',
  );
  expect(anomalies.some(({ row }) => row === 3)).toBe(false);
  expect(ranked).toMatchObject({ decided: 1, explored: { length: 6 } });
  expect(anomalies.slice(-6).map(({ row }) => row)).toEqual(
    (ranked as { explored: number[] }).explored,
  );
});

test('a file without the columns of a ranker is ranked without it', () => {
  const { table } = payments(1, 'till');
  const known = knownDecisions(table, 'tx_time', { own: new Map(), elsewhere: [] });
  const analysis = analyze(table, { seed: 1n, ranker: stored(), decisions: known });
  expect(analysis.ranked).toMatchObject({
    missing: expect.arrayContaining(['confirmed_merchant']),
  });
  expect(analysis.scores).toEqual(analyze(table, { seed: 1n }).scores);
});

test('decisions within the period of a file count from then on, others a day after their row', () => {
  const at = (days: number) => START + days * DAY;
  const { knownAt } = knownDecisions(first.table, 'tx_time', {
    own: new Map([
      [0, { label: 1, decidedAt: at(5) }],
      [48, { label: 1, decidedAt: at(200) }],
    ]),
    elsewhere: [],
  });
  expect([knownAt[0], knownAt[48]]).toEqual([at(5), at(2)]);
});

test('the spread of a file drifts from itself by 0, and from its double by more than 0.25', () => {
  const values = Float64Array.from({ length: 1000 }, (_, i) => i / 2000);
  const spread = spreadOf(values);
  expect(spread.shares).toHaveLength(10);
  expect(driftOf(values, spread)).toBe(0);
  expect(
    driftOf(
      values.map((value) => value * 2),
      spread,
    ),
  ).toBeGreaterThan(0.25);
});

test('carried risk is binned by its size, six bins a doubling', () => {
  const values = Float32Array.of(0, 1, 2, 0.5, 1e9);
  expect([...riskBins(values, false)]).toEqual([0, 32, 38, 26, 63]);
  expect([...riskBins(values, true)]).toEqual([63, 31, 25, 37, 0]);
});
