import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  type BookName,
  csvEncoder,
  plan,
  planOfBook,
  type RowBatch,
  type SimulationPlan,
  simulateBook,
  simulateCells,
} from '../src/engines/simulate/index.ts';
import { BOOKS } from '../src/shared/institutions.ts';
import { median, medianBy } from './foundation/figures.ts';

const flag = (name: string) => process.argv.includes(`--${name}`);
const rows = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);

const planOf = (transactions: number): SimulationPlan =>
  plan({
    seed: 20_251_121n,
    customers: Math.max(1, Math.round(transactions / 100)),
    accounts: Math.max(1, Math.round(transactions / 66)),
    transactions,
    preset: 'us-community-bank',
  });

function simulated(transactions: number): { seconds: number; bytes: number; rows: number } {
  const begun = process.cpuUsage();
  let bytes = 0;
  let counter = 0;
  const encode = csvEncoder();
  for (const output of simulateCells(planOf(transactions), undefined, { reuse: true })) {
    bytes += encode(output.customers).length + encode(output.accounts).length;
    bytes += encode(output.transactions).length + encode(output.groundTruth).length;
    counter += output.transactions.rows;
  }
  const { user, system } = process.cpuUsage(begun);
  return { seconds: (user + system) / 1e6, bytes, rows: counter };
}

/** Generates the specified columns with Faker, without a ledger, as a baseline. */
async function withFaker(transactions: number): Promise<number> {
  // Imported only here, to keep it out of the memory of the simulator's fresh process.
  const { faker } = await import('@faker-js/faker');
  faker.seed(1);
  const begun = process.cpuUsage();
  const encoder = new TextEncoder();
  const channels = ['POS', 'ONLINE', 'ATM', 'MOBILE', 'ACH'];
  const from = new Date('2025-01-01T00:00:00Z');
  const to = new Date('2025-12-31T00:00:00Z');
  let lines: string[] = [];
  let bytes = 0;
  for (let i = 0; i < transactions; i++) {
    lines.push(
      [
        faker.string.uuid(),
        faker.finance.amount({ min: 1, max: 5000, dec: 2 }),
        'USD',
        faker.helpers.arrayElement(channels),
        faker.commerce.department(),
        faker.datatype.boolean(0.001),
        faker.date.between({ from, to }).toISOString(),
      ].join(','),
    );
    if (lines.length === 10_000) {
      bytes += encoder.encode(`${lines.join('\n')}\n`).length;
      lines = [];
    }
  }
  bytes += encoder.encode(lines.join('\n')).length;
  const { user, system } = process.cpuUsage(begun);
  if (bytes === 0 && transactions > 0) throw new Error('no rows were generated');
  return (user + system) / 1e6;
}

const perSecond = (count: number, seconds: number) =>
  Math.round(count / seconds).toLocaleString('en');

type Fresh = { seconds: number; bytes: number; megabytes: number };

/** Measures a fresh process from the plan on: median of five. */
function fromTheStart(): Fresh {
  const runs = Array.from({ length: 5 }, (): Fresh => {
    const result = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), String(rows), '--fresh'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (result.status !== 0) throw new Error('a fresh process failed');
    return JSON.parse(result.stdout) as Fresh;
  });
  return medianBy(runs, (run) => run.seconds);
}

/** Warms up: Node compiles hot code during the first two million rows. */
function warmUp(): void {
  for (let i = 0; i < 2; i++) simulated(1_000_000);
}

/** Prints rows per second and memory at growing sizes: both should stay constant. */
function curve(): void {
  warmUp();
  for (const millions of [1, 10, 50]) {
    const { seconds } = simulated(millions * 1_000_000);
    const memory = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(
      `${millions} M rows: ${perSecond(millions * 1e6, seconds)} rows/s per core, at most ${memory} MB of memory`,
    );
  }
}

const FILES = ['customers', 'accounts', 'transactions', 'groundTruth'] as const;

/** Generates one shard and hashes its cells; a repeated cell must give the same hash. */
function makeShard(made: SimulationPlan, cells: number[], digests: Map<number, string>): void {
  const encode = csvEncoder();
  let hash = createHash('sha256');
  for (const piece of simulateCells(made, cells, { reuse: true })) {
    for (const file of FILES) hash.update(encode(piece[file]));
    if (!piece.last) continue;
    const digest = hash.digest('hex');
    if ((digests.get(piece.cell) ?? digest) !== digest)
      throw new Error('a shard differs between runs');
    digests.set(piece.cell, digest);
    hash = createHash('sha256');
  }
}

/** Generates all shards in shuffled order, three of them twice; hashes all cells. */
function inShards(made: SimulationPlan, shards: number): { hash: string; seconds: number } {
  const edge = (n: number) => Math.floor((made.cells.length * n) / shards);
  const cellsOf = (shard: number) =>
    Array.from({ length: edge(shard + 1) - edge(shard) }, (_, i) => edge(shard) + i);
  const order = Array.from({ length: shards }, (_, i) => i);
  order.sort((a, b) => ((a * 7919 + 13) % shards) - ((b * 7919 + 13) % shards) || a - b);
  const digests = new Map<number, string>();
  const begun = process.cpuUsage();
  // Each shard gets its own copy of the plan; shared state is computed once per process.
  for (const shard of order) makeShard(structuredClone(made), cellsOf(shard), digests);
  const { user, system } = process.cpuUsage(begun);
  if (shards > 1) for (const shard of order.slice(0, 3)) makeShard(made, cellsOf(shard), digests);
  const whole = createHash('sha256');
  for (const cell of made.cells.keys()) whole.update(digests.get(cell)!);
  return { hash: whole.digest('hex').slice(0, 16), seconds: (user + system) / 1e6 };
}

/** Prints the minimum processor time of three rounds over all layouts. */
function shards(): void {
  const simulationPlan = planOf(rows);
  const counts = [1, 2, 8, 64];
  inShards(simulationPlan, 1);
  const hashes = new Set<string>();
  const least = counts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 3; round++) {
    counts.forEach((count, i) => {
      const { hash, seconds } = inShards(simulationPlan, count);
      hashes.add(hash);
      least[i] = Math.min(least[i]!, seconds);
    });
  }
  counts.forEach((count, i) => {
    const ratio = (least[i]! / least[0]!).toFixed(3);
    console.log(`${count} shards in shuffled order: processor time ${ratio} of one run`);
  });
  if (hashes.size !== 1) throw new Error('the files differ');
  console.log(`same hash: ${[...hashes].join()}`);
}

/** Rows of all tables per processor second, CSV included. */
function speedOf(pieces: Iterable<Record<string, unknown>>): number {
  const encode = csvEncoder();
  const begun = process.cpuUsage();
  let count = 0;
  for (const piece of pieces) {
    for (const batch of Object.values(piece) as Partial<RowBatch>[]) {
      if (batch?.columns === undefined || batch.rows === 0) continue;
      encode(batch as RowBatch);
      count += batch.rows!;
    }
  }
  const { user, system } = process.cpuUsage(begun);
  return (count * 1e6) / (user + system);
}

/** Prints the speed of each book as a ratio to the bank's of the same round, median of three. */
function booksBesideBank(): void {
  const tables = function* (preset: BookName, customers: number) {
    const book = planOfBook({
      seed: 1n,
      preset,
      customers,
      accounts: Math.ceil(customers * BOOKS[preset].contractsPerCustomer),
      transactions: 0,
    });
    for (const output of simulateBook(book, book.cells.keys())) yield output.tables;
  };
  const sizes = { 'motor-insurer': 8000, 'life-insurer': 2000, 'us-credit-union': 1000 } as const;
  const bank = () => simulateCells(planOf(1_000_000), undefined, { reuse: true });
  const all = Object.entries(sizes) as [BookName, number][];
  speedOf(bank());
  for (const [preset, customers] of all) speedOf(tables(preset, customers));
  const ratios = new Map<BookName, number[]>(all.map(([preset]) => [preset, []]));
  for (let round = 0; round < 3; round++) {
    const least = speedOf(bank());
    for (const [preset, customers] of all)
      ratios.get(preset)!.push(speedOf(tables(preset, customers)) / least);
  }
  for (const [preset, found] of ratios)
    console.log(`${preset}: ${median(found).toFixed(2)} of the bank's rows per processor second`);
}

const only = process.argv[process.argv.indexOf('--only') + 1];
if (only === 'typologies') await import('./simulate/typologies.ts');
else if (flag('calibration')) await import('./simulate/calibration.ts');
else if (flag('curve')) curve();
else if (flag('books')) booksBesideBank();
else if (flag('shards')) shards();
else if (flag('fresh')) {
  const { seconds, bytes } = simulated(rows);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ seconds, bytes, megabytes }));
} else {
  const cold = fromTheStart();
  console.log(
    `simulate: ${rows} transactions with ledger, ${cold.bytes} CSV bytes, ${cold.seconds.toFixed(2)} s of processor time and ${cold.megabytes} MB in a fresh process (median of five)`,
  );
  warmUp();
  const tries = [0, 1, 2].map(() => simulated(rows));
  const own = medianBy(tries, (run) => run.seconds);
  console.log(
    `  ${perSecond(rows, own.seconds)} rows/s per core once compiled (median of three), ${perSecond(rows, cold.seconds)} from the start`,
  );
  if (!flag('alone')) {
    const count = Math.min(rows, 500_000);
    await withFaker(100_000);
    const tried: number[] = [];
    for (let i = 0; i < 3; i++) tried.push(await withFaker(count));
    const seconds = median(tried);
    console.log(
      `@faker-js/faker: ${count} rows of the specified columns, ${perSecond(count, seconds)} rows/s per core`,
    );
    const ratio = (taken: number) => (own.rows / taken / (count / seconds)).toFixed(2);
    console.log(`  ratio ${ratio(own.seconds)}, from the start ${ratio(cold.seconds)}`);
  }
}
