import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import type { NumberColumn, Table } from '../../../table/table.ts';
import { fit, ruleSentences, sample } from '../../index.ts';
import { monotoneOf } from './monotone.ts';
import { rowsBefore, rowsBeforeInFile } from './rows-before.ts';

/** Visits to a garage: only inspections read the odometer; vouchers are used up. */
function visits(): Table {
  const stream = streamFor(41n, 0, 0);
  const rows = Array.from({ length: 90 }, (_, car) => {
    let [odometer, vouchers] = [1000 + stream.below(90_000), 10 + stream.below(40)];
    return Array.from({ length: 10 + stream.below(6) }, (__, visit) => {
      const isInspection = stream.below(3) > 0;
      odometer += 300 + stream.below(2500);
      vouchers -= stream.below(3);
      const date = new Date(Date.UTC(2022, visit, 1 + stream.below(27)));
      return [
        `C-${4000 + car}`,
        date.toISOString().slice(0, 10),
        isInspection ? 'inspection' : 'tyres',
        isInspection ? String(odometer) : '',
        String(vouchers),
        (20 + stream.below(40_000) / 100).toFixed(2),
      ];
    });
  }).flat();
  const names = ['vehicle_id', 'visited', 'work', 'odometer', 'vouchers', 'price'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

const table = visits();
const model = fit(table, { mode: 'balanced', seed: 1n });

/** Returns the steps between known values of a column, in order of an entity's rows. */
function stepsOf({ rows, columns }: Table, place: number): number[] {
  const entity = columns[0]!;
  if (entity.kind !== 'category') throw new Error('expected words');
  const { values } = columns[place] as NumberColumn;
  return rowsBeforeInFile({ rows, columns }, { entity: entity.codes, time: null }).groups.flatMap(
    (of) => {
      const known = of.map((row) => values[row]!).filter((value) => !Number.isNaN(value));
      return known.slice(1).map((value, i) => value - known[i]!);
    },
  );
}

test('numbers that never fall or never rise within an entity are found', () => {
  const sentences = ruleSentences(model, table.columns);
  expect(sentences.filter((own) => own.includes('from row to row'))).toEqual([
    'odometer never falls from row to row',
    'vouchers never rises from row to row',
  ]);
  expect(sentences).toContain('odometer is empty where work is tyres');
});

test('drawn odometers rise by the steps of the file, and begin where those of the file do', () => {
  const drawn = sample(model, { rows: table.rows, seed: 2n });
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  for (const [place, sense] of [
    [3, 1],
    [4, -1],
  ] as const) {
    const [own, other] = [table, drawn].map((each) => stepsOf(each, place));
    expect(other!.every((step) => sense * step >= 0)).toBe(true);
    expect(mean(other!) / mean(own!)).toBeGreaterThan(0.9);
    expect(mean(other!) / mean(own!)).toBeLessThan(1.1);
    const [before, after] = [table, drawn].map(({ columns }) =>
      Array.from((columns[place] as NumberColumn).values).filter((value) => !Number.isNaN(value)),
    );
    expect(mean(after!) / mean(before!)).toBeGreaterThan(0.85);
    expect(mean(after!) / mean(before!)).toBeLessThan(1.15);
  }
});

test('shuffled within the file, no number is monotone', () => {
  const stream = streamFor(43n, 0, 0);
  const columns = table.columns.map((own) => {
    if (own.kind !== 'number') return own;
    const values = own.values.slice();
    for (let i = values.length - 1; i > 0; i--) {
      const j = stream.below(i + 1);
      [values[i], values[j]] = [values[j]!, values[i]!];
    }
    return { ...own, values };
  });
  const shuffled = { rows: table.rows, columns };
  const sentences = ruleSentences(fit(shuffled, { mode: 'balanced', seed: 1n }), columns);
  expect(sentences.filter((own) => own.includes('from row to row'))).toEqual([]);
});

test('a column that adds up from row to row is no condition', () => {
  expect(() => sample(model, { rows: 10, seed: 2n, given: { vouchers: '12' } })).toThrow(
    "Column vouchers adds up from row to row, so it can't be a condition.",
  );
});

/** Claims of members whose deductible of the year is met at some time; few pay a fee. */
function claims(): Table {
  const stream = streamFor(47n, 0, 0);
  const rows = Array.from({ length: 100 }, (_, member) =>
    [2022, 2023, 2024].flatMap((year) => {
      let met = 0;
      return Array.from({ length: 4 + stream.below(4) }, (__, i) => {
        met = Math.min(100_000, met + stream.below(30_000));
        const date = new Date(Date.UTC(year, i, 1 + stream.below(27)));
        return [
          `M-${2000 + member}`,
          date.toISOString().slice(0, 10),
          (met / 100).toFixed(2),
          stream.below(16) === 0 ? (stream.below(5000) / 100).toFixed(2) : '0.00',
        ];
      });
    }),
  ).flat();
  const names = ['member_id', 'served', 'deductible_met', 'fee'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test('a total of the year never falls within one; a number that is mostly 0 is not steady', () => {
  const file = claims();
  const own = fit(file, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(own, file.columns)).toEqual([
    'deductible_met never falls from row to row within each year of served',
  ]);
  const { rows, columns } = sample(own, { rows: file.rows, seed: 2n });
  const [members, dates, met] = columns;
  if (members?.kind !== 'category' || dates?.kind !== 'datetime' || met?.kind !== 'number')
    throw new Error('expected words, dates and numbers');
  const { before } = rowsBeforeInFile({ rows, columns }, { entity: members.codes, time: 'served' });
  const yearAt = (row: number) => new Date(dates.values[row]!).getUTCFullYear();
  const following = Array.from(before.keys()).filter(
    (row) => before[row]! >= 0 && yearAt(row) === yearAt(before[row]!),
  );
  expect(following.length).toBeGreaterThan(500);
  expect(following.filter((row) => met.values[row]! < met.values[before[row]!]!)).toEqual([]);
});

/** Readings of entities of equal length; the value of row `i` of entity `e`. */
function readings(entities: number, rows: number, value: (e: number, i: number) => number) {
  const values = Float64Array.from({ length: entities * rows }, (_, row) =>
    value(Math.floor(row / rows), row % rows),
  );
  const entity = Int32Array.from(values, (_, row) => Math.floor(row / rows));
  const own = { ...(table.columns[3] as NumberColumn), values };
  return monotoneOf({ own, column: 0 }, rowsBefore(entity), {
    threshold: 5,
    time: null,
    columns: [own],
  });
}

test('a bound at which fewer entities end than may be shown is not kept', () => {
  const endingAt = (ended: number) =>
    readings(20, 6, (e, i) => (e < ended && i === 5 ? 1000 : 10 * i + e));
  expect(endingAt(2)?.most).toBeNull();
  expect(endingAt(6)?.most).toBe(1000);
});

test('a column that few entities have is not looked at', () => {
  expect(readings(30, 40, (e, i) => (e < 4 ? i : Number.NaN))).toBeNull();
});

test('many equal steps of one entity take no longer than others', () => {
  const rule = readings(20, 20_000, (e, i) => (e === 0 ? 0.5 * i : i));
  expect(rule?.steps.every((step) => step === 1 || (step > 0.5 && step < 1))).toBe(true);
});
