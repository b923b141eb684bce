import { type PrivacyReport, privacyReport } from '../../src/engines/measure/index.ts';
import { peopleOf } from '../../src/engines/measure/privacy/folds/split-folds.ts';
import { statements } from '../../src/engines/measure/privacy/folds/statements.fixture.ts';
import { clip } from '../../src/engines/measure/statistics/intervals.ts';
import { shuffled } from '../../src/engines/measure/statistics/shuffled.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import { concatTables } from '../../src/engines/table/concat-tables.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { takeRows } from '../../src/engines/table/take-rows.ts';

const ENTITY = 'account_id';
const PEOPLE = [20, 40, 80, 120];
const LEAKS = [0, 0.2, 0.5, 1];

/** Replaces accounts by unseen ones, except a share that is copied. */
function leaky(training: Table, share: number, seed: bigint): Table {
  const people = peopleOf(training, ENTITY);
  const column = training.columns[0]!;
  if (column.kind !== 'category') throw new TypeError('expected accounts as categories');
  const codes = Array.from(new Set(column.codes));
  const order = shuffled(codes.length, streamFor(seed, 0, 77), Math.round(share * people));
  const copied = new Set(Array.from(order, (i) => codes[i]!));
  const rows = Uint32Array.from(column.codes.keys()).filter((row) =>
    copied.has(column.codes[row]!),
  );
  const parts = [takeRows(training, rows)];
  if (copied.size < people) parts.push(statements(people - copied.size, 1_000_000n + seed));
  return parts.length === 1 ? parts[0]! : concatTables(parts);
}

function measured(people: number, share: number, seed: number): PrivacyReport {
  const all = statements(people, BigInt(seed));
  const draw = (training: Table, fold: number) => leaky(training, share, BigInt(10 * seed + fold));
  const synthetic = leaky(all, share, BigInt(5_000_000 + seed));
  const roles = { [ENTITY]: 'reference' as const };
  const options = { seed: BigInt(seed), entity: ENTITY, roles, draw };
  return privacyReport(all, { holdout: null, synthetic, options });
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Excess risk of the method by attack, from the rates of all files. */
function trueExcess(reports: readonly PrivacyReport[]): Map<string, number> {
  const names = new Set(reports.flatMap(({ attacks }) => attacks.map(({ name }) => name)));
  return new Map(
    Array.from(names, (name) => {
      const own = reports.flatMap(({ attacks }) => attacks.filter((each) => each.name === name));
      const control = mean(own.map((attack) => attack.control ?? 0));
      return [name, clip((mean(own.map(({ attack }) => attack)) - control) / (1 - control))];
    }),
  );
}

/**
 * Prints verdicts on files of few people by a method that copies a share of them, and how often
 * intervals contain the method's excess risk over all files of this size.
 */
export function benchSmallFiles(files: number): void {
  console.log(`\nmeasured in folds: ${files} files of each size and share of copied people`);
  console.log(
    '| people | copied | pass, withheld, fail | excess risk of the attacks | intervals of 95 % cover | all upper limits cover | mean upper limit |\n|---|---|---|---|---|---|---|',
  );
  for (const people of PEOPLE) {
    for (const share of LEAKS) {
      const reports = Array.from({ length: files }, (_, i) => measured(people, share, i + 1));
      const excess = trueExcess(reports);
      const attacks = reports.flatMap((report) => report.attacks);
      const covered = attacks.filter(
        ({ name, low, high }) => low <= excess.get(name)! && excess.get(name)! <= high,
      );
      const bounded = reports.filter(({ attacks: own }) =>
        own.every(({ name, upper }) => upper >= excess.get(name)!),
      );
      const verdicts = (['pass', 'withheld', 'fail'] as const).map(
        (verdict) => reports.filter((report) => report.verdict === verdict).length,
      );
      const risks = Array.from(excess.values());
      const upper = mean(reports.map(({ folds }) => folds?.upper ?? Number.NaN));
      console.log(
        `| ${people} | ${share} | ${verdicts.join(', ')} | ${Math.min(...risks).toFixed(3)} to ${Math.max(...risks).toFixed(3)} | ${covered.length}/${attacks.length} | ${bounded.length}/${files} | ${upper.toFixed(2)} |`,
      );
    }
  }
}
