import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sortedRows } from '../../src/engines/detect/arrays/ranked-column.ts';
import { rowKeys } from '../../src/engines/detect/arrays/row-keys.ts';
import { evaluateScores } from '../../src/engines/detect/evaluate-scores.ts';
import { buildFeatures } from '../../src/engines/detect/features/build-features.ts';
import {
  analyze,
  HIGH_RISK_COUNTRIES,
  REPORTING_THRESHOLDS,
  readLabels,
  rolesOf,
} from '../../src/engines/detect/index.ts';
import { EXPLORED } from '../../src/engines/detect/ranker/apply.ts';
import { type CarriedRisk, carriedRisk } from '../../src/engines/detect/ranker/carried-risk.ts';
import { chooseCases } from '../../src/engines/detect/ranker/choose-cases.ts';
import { fitRanker, learnableRows, rankRows } from '../../src/engines/detect/ranker/ranker.ts';
import { riskColumns, scoreColumns } from '../../src/engines/detect/ranker/ranker-columns.ts';
import { unseenValues } from '../../src/engines/detect/ranker/unseen.ts';
import { readDelimited } from '../../src/engines/detect/read-delimited.fixture.ts';
import { streamFor } from '../../src/engines/random/stream.ts';

/**
 * Learning from labels on card payments that are not stored: 200 chosen labels of 30 days, tested
 * on the next 45; and a daily loop of 100 cards with decisions one or seven days later.
 * `node bench/detect/labels.ts [FILE]`; without FILE, python3 (or $PYTHON) with pandas generates it,
 * or the part is skipped.
 */
const DAY = 86_400_000;
const [WARM, LAST, CARDS] = [30, 75, 100];
const file = process.argv[2] ?? join(tmpdir(), 'handbook-75.csv');
if (!existsSync(file)) {
  const script = fileURLToPath(new URL('./handbook.py', import.meta.url));
  try {
    execFileSync(process.env.PYTHON ?? 'python3', [script, String(LAST), file], { stdio: 'pipe' });
  } catch (error) {
    const reason = (error as Error).message.trim().split('\n').at(-1);
    console.log(`\nlabels: skipped, python3 can't generate the card payments: ${reason}`);
    process.exit(0);
  }
}
const table = readDelimited(file);
const roles = rolesOf(table, {});
const named = (name: string) => table.columns.find((column) => column.name === name)!;
const fraud = readLabels(named('TX_FRAUD'))!;
const visible = table.columns.filter(({ name }) => !name.includes('FRAUD'));
const { ledger, features } = buildFeatures(table, rowKeys(visible, table.rows, 0n), {
  roles,
  thresholds: REPORTING_THRESHOLDS,
  highRisk: HIGH_RISK_COUNTRIES,
});
const { scores } = analyze(table, { seed: 1n });
const own = scoreColumns({ features, scores });
function columnsFor(decisions: ReturnType<typeof none>) {
  const risks = carriedRisk(ledger, decisions, scores);
  return { risks, columns: [...own, ...riskColumns(risks)] };
}
const time = ledger.time!;
const start = time.reduce((least, at) => Math.min(least, at));
const day = Int32Array.from(time, (at) => Math.floor((at - start) / DAY));
const card = ledger.owner!.codes;
const byDay = Array.from({ length: LAST }, (): number[] => []);
day.forEach((at, row) => {
  byDay[at]?.push(row);
});
const rowsWhere = (test: (day: number) => boolean) =>
  Uint32Array.from(byDay.filter((_, at) => test(at)).flat());

/** Returns the cards with the highest row of a day, highest first. */
function topCards(rows: Uint32Array, ranks: Float64Array): number[] {
  const best = new Map<number, number>();
  rows.forEach((row, i) => {
    best.set(card[row]!, Math.max(best.get(card[row]!) ?? Number.NEGATIVE_INFINITY, ranks[i]!));
  });
  return [...best]
    .sort((a, b) => b[1] - a[1])
    .slice(0, CARDS)
    .map(([code]) => code);
}

/** Returns the cards of a day whose merchants have fewest decisions, without the given ones. */
function unseenCards(rows: Uint32Array, risks: CarriedRisk[], without: Set<number>): number[] {
  const unseen = unseenValues(risks, ledger.owner)!;
  const sums = new Map<number, number>();
  for (const row of rows) {
    if (without.has(card[row]!)) continue;
    sums.set(card[row]!, (sums.get(card[row]!) ?? 0) + unseen.values[row]!);
  }
  return [...sums].sort((a, b) => b[1] - a[1]).map(([code]) => code);
}

function hitsOf(today: Uint32Array, taken: ReadonlySet<number>): number {
  const guilty = new Set([...today].filter((row) => fraud[row] === 1).map((row) => card[row]!));
  return [...taken].filter((code) => guilty.has(code)).length;
}

/** @param reviewed hits among the cards of each day, if these are not those with the top ranks */
function figures(ranks: Float64Array, from: number, reviewed?: readonly number[]): string {
  const rows = rowsWhere((at) => at >= from);
  const measured = evaluateScores(
    Float64Array.from(rows, (row) => ranks[row]!),
    Int8Array.from(rows, (row) => fraud[row]!),
    2000,
  )!;
  let hits = 0;
  for (let at = from; at < LAST; at++) {
    const today = rowsWhere((d) => d === at);
    const own = Float64Array.from(today, (row) => ranks[row]!);
    hits += reviewed?.[at] ?? hitsOf(today, new Set(topCards(today, own)));
  }
  const cards = hits / CARDS / (LAST - from);
  return `card precision@100 ${cards.toFixed(4)}, AP ${measured.averagePrecision.toFixed(4)}, precision in the top 2,000 ${measured.precisionAtCapacity.toFixed(4)}`;
}

const none = () => ({
  labels: new Int8Array(table.rows).fill(-1),
  knownAt: new Float64Array(table.rows).fill(Number.NaN),
});
const withScore = (probabilities: Float64Array, rows: Uint32Array) =>
  probabilities.map((p, i) => p + scores[rows[i]!]! * 1e-6);

function chosenLabels(seed: bigint): string {
  const decisions = none();
  const stream = streamFor(seed, 0, 1);
  const early = rowsWhere((at) => at < WARM);
  // The 30,000 highest and every twentieth of the others stand for all, to save time.
  const ranked = sortedRows(Float64Array.from(early, (row) => -scores[row]!)).map((i) => early[i]!);
  const pool = ranked.filter((_, place) => place < 30_000 || place % 20 === 0);
  const all = Uint32Array.from(day.keys());
  let ranker: ReturnType<typeof fitRanker> | null = null;
  let { columns } = columnsFor(decisions);
  for (let round = 0; round < 10; round++) {
    const odds = ranker === null ? null : rankRows(ranker, columns, pool);
    const ranks =
      odds === null ? Float64Array.from(pool, (row) => scores[row]!) : withScore(odds, pool);
    const order = sortedRows(ranks.map((rank) => -rank)).filter(
      (i) => decisions.labels[pool[i]!]! < 0,
    );
    const next = chooseCases(
      order.map((i) => pool[i]!),
      { probabilities: odds && Float64Array.from(order, (i) => odds[i]!), count: 20, stream },
    );
    for (const row of next) {
      decisions.labels[row] = fraud[row]!;
      decisions.knownAt[row] = time[row]! + DAY;
    }
    const rows = learnableRows(decisions.labels, all);
    if (rows === null) continue;
    ({ columns } = columnsFor(decisions));
    ranker = fitRanker(columns, { labels: decisions.labels, rows, seed });
  }
  return figures(withScore(rankRows(ranker!, columns, all), all), WARM);
}

/** Reviews 100 cards a day, of which a fifth explores once there is a ranker. */
function dailyLoop(delay: number): string {
  const decisions = none();
  const ranks = scores.slice();
  const hits: number[] = [];
  for (let at = WARM; at < LAST; at++) {
    const now = start + at * DAY;
    const known = {
      labels: decisions.labels.map((label, row) => (decisions.knownAt[row]! <= now ? label : -1)),
      knownAt: decisions.knownAt,
    };
    const today = rowsWhere((d) => d === at);
    const rows = learnableRows(
      known.labels,
      rowsWhere((d) => d < at),
    );
    const { columns, risks } = columnsFor(known);
    if (rows !== null) {
      const ranker = fitRanker(columns, { labels: known.labels, rows, seed: 1n });
      withScore(rankRows(ranker, columns, today), today).forEach((rank, i) => {
        ranks[today[i]!] = rank;
      });
    }
    const top = topCards(
      today,
      Float64Array.from(today, (row) => ranks[row]!),
    );
    const taken = new Set(rows === null ? top : top.slice(0, CARDS * (1 - EXPLORED)));
    const unseen = unseenCards(today, risks, taken).slice(0, CARDS - taken.size);
    for (const code of unseen) taken.add(code);
    hits[at] = hitsOf(today, taken);
    for (const row of today) {
      if (!taken.has(card[row]!)) continue;
      decisions.labels[row] = fraud[row]!;
      decisions.knownAt[row] = now + delay * DAY;
    }
  }
  return figures(ranks, WARM + 15, hits);
}

console.log(
  `\nlabels: aims after 200 chosen labels AP .35, top 2,000 .62; daily loop AP .47, cards .32, a week later .26\nwithout labels: ${figures(scores, WARM)}`,
);
for (const seed of [1n, 2n, 3n])
  console.log(`200 chosen labels, seed ${seed}: ${chosenLabels(seed)}`);
console.log(`days 46 to 75 without labels: ${figures(scores, WARM + 15)}`);
for (const delay of [1, 7])
  console.log(`daily loop, decisions ${delay} days later: ${dailyLoop(delay)}`);
