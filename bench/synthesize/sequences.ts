import { qualityReport } from '../../src/engines/measure/index.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import { fit, sample } from '../../src/engines/synthesize/index.ts';
import { isNull } from '../../src/engines/table/format-table.ts';
import { parseColumns } from '../../src/engines/table/parse-columns.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';
import { takeRows } from '../../src/engines/table/take-rows.ts';
import { packagedSet } from './packaged-sets.ts';

const ENTITIES = 20_000;
const NAMES = ['owner', 'type', 'level', 'amount', 'channel', 'hour', 'flag', 'score'];

/** Rows of 20,000 owners, 5 to 40 each, undated: a constant, random walks, dependent columns. */
function wanderingRows(seed: bigint): Table {
  const stream = streamFor(seed, 0, 0);
  const rows: string[][] = [];
  for (let owner = 0; owner < ENTITIES; owner++) {
    const type = stream.below(3);
    let level = type * 2 + stream.below(3);
    let amount = 10 ** (1 + type + stream.float());
    for (let remaining = 5 + stream.below(36); remaining > 0; remaining--) {
      if (stream.float() < 0.25)
        level = Math.max(0, Math.min(9, level + (stream.float() < 0.5 ? -1 : 1)));
      amount *= Math.exp(0.3 * (stream.float() - 0.5));
      const channel = stream.float() < 0.7 ? type : stream.below(4);
      rows.push([
        `E${owner}`,
        'abc'[type]!,
        String(level),
        amount.toFixed(2),
        ['web', 'shop', 'atm', 'phone'][channel]!,
        String(stream.below(24)),
        stream.float() < 0.1 * level ? 'yes' : 'no',
        String(Math.round(amount / 10) + stream.below(5)),
      ]);
    }
  }
  return parseColumns(
    NAMES,
    NAMES.map((_, c) => rows.map((row) => row[c]!)),
  );
}

const numbersOf = (table: Table, name: string): Float64Array => {
  const column = table.columns.find((each) => each.name === name)!;
  return column.kind === 'category' ? new Float64Array(table.rows).fill(Number.NaN) : column.values;
};

const sameEntity = (column: Column, row: number): boolean =>
  !isNull(column, row) &&
  (column.kind === 'category'
    ? column.dictionary[column.codes[row]!] === column.dictionary[column.codes[row - 1]!]
    : column.values[row] === column.values[row - 1]);

/** Returns the share of steps between an entity's rows that do not decrease. */
function inOrder(table: Table, entity: string, name: string): number {
  const column = table.columns.find((each) => each.name === entity)!;
  const values = numbersOf(table, name);
  let steps = 0;
  let unchanged = 0;
  for (let row = 1; row < table.rows; row++) {
    if (!sameEntity(column, row)) continue;
    steps++;
    if (values[row]! >= values[row - 1]!) unchanged++;
  }
  return unchanged / steps;
}

function learnInOrder(table: Table, entity: string): { made: Table; seconds: number } {
  const before = process.cpuUsage();
  const model = fit(table, { mode: 'fidelity', seed: 1n, entity });
  const synthetic = sample(model, { rows: table.rows, seed: 2n });
  const { user, system } = process.cpuUsage(before);
  return { made: synthetic, seconds: (user + system) / 1e6 };
}

const three = (value: number | null | undefined) => value?.toFixed(3) ?? '-';

export function benchSequences(): void {
  const real = wanderingRows(1n);
  const holdout = wanderingRows(2n);
  const { made, seconds } = learnInOrder(real, 'owner');
  const {
    accuracy,
    sequences,
    holdout: held,
  } = qualityReport(real, made, {
    seed: 1n,
    entity: 'owner',
    holdout,
  });
  const steps = (found: typeof sequences) => {
    const scores = found?.columns.map(({ interRow }) => interRow ?? 0) ?? [];
    return three(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  };
  console.log(
    `\nsequences, ${real.rows} rows of ${ENTITIES} owners without a date: accuracy ${three(accuracy.overall)} (holdout ${three(held?.accuracy.overall)}), lengths ${three(sequences?.lengths)} (${three(held?.sequences?.lengths)}), steps between rows ${steps(sequences)} (${steps(held?.sequences ?? null)}), ${seconds.toFixed(1)} s of processor time`,
  );
  const file = packagedSet('plyr/baseball');
  const names = file.columns[0]!;
  const years = numbersOf(file, 'year');
  const place = (row: number) => (names.kind === 'category' ? names.codes[row]! : row);
  const order = Uint32Array.from(
    Array.from({ length: file.rows }, (_, row) => row).sort(
      (a, b) => place(a) - place(b) || years[a]! - years[b]! || a - b,
    ),
  );
  const seasons = takeRows(file, order);
  const seasonsFit = learnInOrder(seasons, 'id');
  console.log(
    `seasons of players, ${seasons.rows} rows: years in order ${three(inOrder(seasonsFit.made, 'id', 'year'))} (real ${three(inOrder(seasons, 'id', 'year'))}), ${seasonsFit.seconds.toFixed(1)} s of processor time`,
  );
}
