import { existsSync } from 'node:fs';
import { type PrivacyReport, privacyReport } from '../../src/engines/measure/index.ts';
import { countKeys, exactCopies } from '../../src/engines/measure/privacy/copies.ts';
import { linkage } from '../../src/engines/measure/privacy/linkage/linkage.ts';
import {
  blurRows,
  plantBlurred,
  threeParts,
} from '../../src/engines/measure/privacy/planted.fixture.ts';
import {
  HOLDOUT,
  layOut,
  SYNTHETIC,
  TRAIN,
} from '../../src/engines/measure/privacy/privacy-tables.ts';
import { rowKeys } from '../../src/engines/measure/privacy/row-keys.ts';
import { pointsOf } from '../../src/engines/measure/privacy/score.ts';
import { type RandomStream, streamFor } from '../../src/engines/random/stream.ts';
import { concatTables } from '../../src/engines/table/concat-tables.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';
import { processorClock } from '../processor-clock.ts';
import { readLike, readTable } from '../synthesize/read-table.ts';

/** Stand-in for a synthetic table: training rows and fresh ones. */
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
    planted(`${share * 100} % moved 1 %, one category`, share, WEAK),
    planted(`${share * 100} % moved 3 %, two categories`, share, STRONG),
  ]),
  { name: 'the training rows', rows: ROWS, synthetic: ({ train }) => train },
  {
    name: 'the training rows moved 3 %, two categories',
    rows: ROWS,
    synthetic: ({ train, stream }) => blurRows(train, STRONG, stream),
  },
];

const freshCase = (rows: number): Case => ({
  name: `fresh, ${rows} rows`,
  rows,
  synthetic: ({ fresh }) => fresh,
});

type Parts = { train: Table; holdout: Table; synthetic: Table };

function eachSeed<T>(
  { rows, synthetic }: Case,
  all: Table,
  { seeds, look }: { seeds: number; look: (parts: Parts) => T },
): T[] {
  return Array.from({ length: seeds }, (_, i) => {
    const stream = streamFor(BigInt(i + 1), 0, 99);
    const [train, holdout, fresh] = threeParts(all, rows, stream);
    return look({ train, holdout, synthetic: synthetic({ train, fresh, stream }) });
  });
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 1;

/** Runs the two gates on individual rows: exact copies, and links to training people. */
function gatesOf({ train, holdout, synthetic }: Parts) {
  const tables = layOut(train, { holdout, synthetic, seed: 1n });
  const keys = [TRAIN, HOLDOUT].map((side) => rowKeys(tables.columns, side));
  const copies = exactCopies(keys, countKeys([rowKeys(tables.columns, SYNTHETIC)]));
  const began = processorClock();
  const test = linkage(tables, { seed: 1n, step: () => {} }).linkage;
  return {
    copies: copies.pValue,
    linked: test?.pValue ?? 1,
    seconds: (processorClock() - began) / 1000,
  };
}

function measurePower(all: Table, seeds: number): void {
  console.log(
    `\nplanted cases, adult, ${ROWS} training, holdout and synthetic rows, ${seeds} seeds`,
  );
  console.log(
    '| synthetic rows | copies p < .001 | linkage p <= .001 | p < .05 | median p | processor s |\n|---|---|---|---|---|---|',
  );
  const sizes = [1000, 2000, ROWS, 5000, 10_000].map(freshCase);
  for (const planted of [...PLANTED, ...sizes]) {
    const counts = eachSeed(planted, all, { seeds, look: gatesOf });
    const count = (test: (one: (typeof counts)[number]) => boolean) =>
      `${counts.filter(test).length}/${seeds}`;
    const cells = [
      planted.name,
      count(({ copies }) => copies < 0.001),
      count(({ linked }) => linked <= 0.001),
      count(({ linked }) => linked < 0.05),
      median(counts.map(({ linked }) => linked)).toPrecision(2),
      median(counts.map(({ seconds }) => seconds)).toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** Earlier score: points of the largest upper limit, at most 85. */
const byUpperLimit = ({ attacks }: PrivacyReport) =>
  Math.floor(Math.min(85, ...attacks.map(({ upper }) => pointsOf(upper))));

function measureFresh(seeds: number): void {
  const all = customers(150_000);
  console.log(`\nfresh rows of a simulated population of twelve columns, ${seeds} seeds`);
  console.log(
    '| rows | score: minimum, median, maximum | by upper limits | verdicts | inconclusive |\n|---|---|---|---|---|',
  );
  for (const rows of [2000, 5000, 10_000, 20_000, 50_000]) {
    const look = ({ train, holdout, synthetic }: Parts) =>
      privacyReport(train, { holdout, synthetic, options: { seed: 1n } });
    const counts = eachSeed(freshCase(rows), all, { seeds, look });
    const range = (list: readonly number[]) =>
      `${Math.min(...list)} ${median(list)} ${Math.max(...list)}`;
    const open = counts.filter(({ attacks }) => attacks.some(({ upper }) => upper > 0.09)).length;
    const verdicts = Array.from(new Set(counts.map(({ verdict }) => verdict)))
      .map((verdict) => `${counts.filter((one) => one.verdict === verdict).length} ${verdict}`)
      .join(', ');
    console.log(
      `| ${rows} | ${range(counts.map(({ score }) => score ?? -1))} | ${range(counts.map(byUpperLimit))} | ${verdicts} | ${open}/${seeds} |`,
    );
  }
}

/** Customers whose twelve columns depend on their region. */
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

/** Measures the gates' power and false positives on planted census cases, and fresh rows' score. */
export function measurePlanted(
  data: string,
  { seeds, only }: { seeds: number; only: string | null },
): void {
  const folder = `${data}tabular/adult/`;
  if (existsSync(folder) && only !== 'fresh') {
    const own = readTable(`${folder}trn.csv.gz`);
    measurePower(concatTables([own, readLike(`${folder}val.csv.gz`, own)]), seeds);
  }
  if (only !== 'power') measureFresh(seeds);
}
