import { existsSync } from 'node:fs';
import { type PrivacyReport, privacyReport } from '../../src/engines/measure/index.ts';
import {
  blurRows,
  plantBlurred,
  threeParts,
} from '../../src/engines/measure/privacy/planted.fixture.ts';
import { type RandomStream, streamFor } from '../../src/engines/random/stream.ts';
import { concatTables } from '../../src/engines/table/concat-tables.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';
import { readLike, readTable } from '../synthesize/read-table.ts';

/** What stands in for a synthetic table: made of rows learned from, and of fresh ones. */
type Case = {
  name: string;
  rows: number;
  synthetic: (parts: { train: Table; fresh: Table; stream: RandomStream }) => Table;
};

const WEAK = { numbers: 0.01, words: 1 };
const STRONG = { numbers: 0.03, words: 2 };
const VERBATIM = { numbers: 0, words: 0 };
const ROWS = 3000;

const planted = (name: string, share: number, blur: typeof WEAK): Case => ({
  name,
  rows: ROWS,
  synthetic: (parts) => plantBlurred(parts, share, blur),
});

const PLANTED: Case[] = [
  planted('1 % verbatim', 0.01, VERBATIM),
  planted('5 % verbatim', 0.05, VERBATIM),
  ...[0.01, 0.02, 0.05, 0.1].flatMap((share) => [
    planted(`${share * 100} % moved 1 %, one word`, share, WEAK),
    planted(`${share * 100} % moved 3 %, two words`, share, STRONG),
  ]),
  { name: 'the training rows', rows: ROWS, synthetic: ({ train }) => train },
  {
    name: 'the training rows moved 3 %, two words',
    rows: ROWS,
    synthetic: ({ train, stream }) => blurRows(train, STRONG, stream),
  },
];

const freshCase = (rows: number): Case => ({
  name: `fresh, ${rows} rows`,
  rows,
  synthetic: ({ fresh }) => fresh,
});

type Outcome = Pick<PrivacyReport, 'score' | 'verdict' | 'linkage' | 'attacks' | 'gates'>;

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[list.length >> 1];

function printOutcomes(name: string, outcomes: readonly Outcome[], seconds: number): void {
  const n = outcomes.length;
  const p = outcomes.map(({ linkage }) => linkage?.pValue ?? 1);
  const count = (test: (outcome: Outcome) => boolean) => `${outcomes.filter(test).length}/${n}`;
  const scores = outcomes.map(({ score }) => score ?? -1);
  const below = (limit: number) => `${p.filter((value) => value <= limit).length}/${n}`;
  console.log(
    `| ${name} | ${below(0.001)} | ${below(0.05)} | ${median(p)?.toPrecision(2)} | ${count(({ verdict }) => verdict === 'fail')} | ` +
      `${Math.min(...scores)} ${median(scores)} ${Math.max(...scores)} | ` +
      `${count(({ attacks }) => attacks.some(({ upper }) => upper > 0.09))} | ${(seconds / n).toFixed(1)} |`,
  );
}

function runCase({ name, rows, synthetic }: Case, all: Table, seeds: number): void {
  const began = performance.now();
  const outcomes = Array.from({ length: seeds }, (_, i): Outcome => {
    const stream = streamFor(BigInt(i + 1), 0, 99);
    const [train, holdout, fresh] = threeParts(all, rows, stream);
    const table = synthetic({ train, fresh, stream });
    return privacyReport(train, { holdout, synthetic: table, options: { seed: 1n } });
  });
  printOutcomes(name, outcomes, (performance.now() - began) / 1000);
}

/** Customers whose twelve columns hang together by their region, as many as are asked for. */
function customers(rows: number): Table {
  const stream = streamFor(11n, 0, 0);
  const regions = Int32Array.from({ length: rows }, () => stream.below(12));
  const columns = Array.from({ length: 12 }, (_, c): Column => {
    const name = `c${c}`;
    if (c % 2 === 0) {
      const values = Float64Array.from(regions, (region) =>
        Math.round((500 + 100 * region) * Math.exp(2 * stream.float())),
      );
      return { kind: 'number', name, decimals: 0, values };
    }
    const size = 3 + c;
    const codes = regions.map((region) => (region + stream.below(size)) % size);
    return { kind: 'category', name, codes, dictionary: codesOf(size) };
  });
  return { rows, columns };
}

const codesOf = (size: number) => Array.from({ length: size }, (_, i) => `word ${i}`);

const HEADER =
  '| synthetic rows | p <= .001 | p <= .05 | median p | fails | score: least, median, most | not settled | s |\n|---|---|---|---|---|---|---|---|';

/**
 * Power and false alarms of the privacy report: planted cases of a census, and fresh rows of five sizes, each over
 * `seeds` draws that differ in who is learned from, held out and fresh.
 */
export function measurePlanted(data: string, seeds: number): void {
  const folder = `${data}tabular/adult/`;
  if (existsSync(folder)) {
    const own = readTable(`${folder}trn.csv.gz`);
    const all = concatTables([own, readLike(`${folder}val.csv.gz`, own)]);
    console.log(
      `\nplanted cases, adult, ${ROWS} rows to learn from, held out, and synthetic, ${seeds} seeds\n${HEADER}`,
    );
    for (const planted of PLANTED) runCase(planted, all, seeds);
    for (const rows of [2000, 3000, 5000, 16_000]) runCase(freshCase(rows), all, seeds);
  }
  console.log(`\nfresh rows of a made-up population of twelve columns\n${HEADER}`);
  const all = customers(150_000);
  for (const rows of [2000, 5000, 10_000, 20_000, 50_000]) runCase(freshCase(rows), all, seeds);
}
