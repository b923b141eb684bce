import { describe, expect, test } from 'vitest';
import { daysFromCivil } from '../../shared/civil-date.ts';
import { streamFor } from '../random/stream.ts';
import { formatTable } from '../table/format-table.ts';
import { parseColumns } from '../table/parse-columns.ts';
import type { Table } from '../table/table.ts';
import { fit, type Model, modelFromBytes, modelToBytes, sample } from './index.ts';

const isoDay = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10);

/** Returns the birthdays up to and including a day, both as YYYY-MM-DD. */
const ageAt = (birth: string, day: string) =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0);

const MODES = ['fidelity', 'balanced', 'cautious'] as const;

function sampledTable(table: Table, mode: (typeof MODES)[number], options = {}) {
  const model = modelFromBytes(modelToBytes(fit(table, { mode, seed: 1n, ...options })));
  const { names, textColumns } = formatTable(sample(model, { rows: 1500, seed: 2n }));
  const at = (name: string) => textColumns[names.indexOf(name)] as string[];
  return { model, at };
}

const kindsOf = ({ laws = [], columns }: Model) =>
  Object.fromEntries(laws.map(({ kind, column }) => [columns[column]!.layout.name, kind]));

function tableOf(names: readonly string[], rows: readonly (readonly string[])[]): Table {
  return parseColumns(
    names,
    names.map((_, i) => rows.map((row) => row[i]!)),
  );
}

/** Customers of 18 to 90 years; the age is wrong in two of a thousand. */
const customers = tableOf(
  ['date_of_birth', 'joined', 'age', 'birth_year', 'last_loan_year', 'segment'],
  Array.from({ length: 2000 }, (_, i) => {
    const random = streamFor(7n, i, 1);
    const joined = daysFromCivil(2005, 1, 1) + random.below(6000);
    const age = 18 + random.below(72);
    const birth = isoDay(joined - Math.ceil(365.25 * age) - random.below(364));
    const day = isoDay(joined);
    const years = i % 500 === 0 ? 3 : ageAt(birth, day);
    const loan = Math.max(Number(birth.slice(0, 4)) + 18, 1960 + random.below(60));
    return [birth, day, String(years), birth.slice(0, 4), String(loan), ['a', 'b'][i % 2]!];
  }),
);

describe.each(MODES)('rows drawn one by one, %s', (mode) => {
  const { model, at } = sampledTable(customers, mode);

  test('ages, birthdays and years follow from one another as in the file', () => {
    expect(kindsOf(model)).toEqual({
      date_of_birth: 'birthday',
      birth_year: 'years',
      last_loan_year: 'years',
    });
    const ages = at('age').map(Number);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(17);
    expect(Math.max(...ages)).toBeGreaterThan(75);
    at('date_of_birth').forEach((birth, row) => {
      expect(ageAt(birth, at('joined')[row]!)).toBe(ages[row]);
      expect(at('birth_year')[row]).toBe(birth.slice(0, 4));
      expect(Number(at('last_loan_year')[row])).toBeGreaterThanOrEqual(
        Number(at('birth_year')[row]),
      );
    });
  });

  test('what follows from others is not given', () => {
    expect(() => sample(model, { rows: 5, seed: 1n, given: { birth_year: '1980' } })).toThrow(
      'Column birth_year is derived from date_of_birth',
    );
  });
});

test('in histories an age follows from the date of birth, which is one for all rows of a customer', () => {
  const rows = Array.from({ length: 60 }, (_, c) => {
    const random = streamFor(8n, c, 1);
    const birth = isoDay(daysFromCivil(1940, 1, 1) + random.below(20_000));
    let day = daysFromCivil(2015, 1, 1) + random.below(200);
    return Array.from({ length: 25 }, () => {
      day += 20 + random.below(100);
      const amount = (10 + 90 * random.float()).toFixed(2);
      return [`C-${100 + c}`, isoDay(day), birth, String(ageAt(birth, isoDay(day))), amount];
    });
  }).flat();
  const names = ['customer_id', 'booked', 'born', 'age', 'amount'];
  const { model, at } = sampledTable(tableOf(names, rows), 'balanced');
  expect(model.core.kind).toBe('sequence');
  expect(kindsOf(model)).toEqual({ age: 'completed' });
  at('age').forEach((age, row) => {
    expect(Number(age)).toBe(ageAt(at('born')[row]!, at('booked')[row]!));
  });
});

test('a year of birth follows from an age, by the year of another date or a fixed one', () => {
  const table = tableOf(
    ['seen', 'age', 'born', 'age_now', 'born_too'],
    Array.from({ length: 1000 }, (_, i) => {
      const random = streamFor(10n, i, 1);
      const [age, now] = [18 + random.below(60), 18 + random.below(60)];
      const year = 2010 + random.below(15);
      const before = [random.below(2), random.below(2)] as const;
      const born = [year - age - before[0], 2025 - now - before[1]];
      return [`${year}-05-0${1 + random.below(9)}`, age, born[0]!, now, born[1]!].map(String);
    }),
  );
  const { model, at } = sampledTable(table, 'balanced');
  expect(kindsOf(model)).toEqual({ born: 'years', born_too: 'years' });
  at('age').forEach((age, row) => {
    const later = Number(at('seen')[row]!.slice(0, 4)) - Number(age);
    expect([later, later - 1]).toContain(Number(at('born')[row]));
    const fixed = 2025 - Number(at('age_now')[row]);
    expect([fixed, fixed - 1]).toContain(Number(at('born_too')[row]));
  });
});

test('columns that only look like years and ages follow from nothing', () => {
  const table = tableOf(
    ['opened', 'age', 'model_year'],
    Array.from({ length: 1000 }, (_, i) => {
      const random = streamFor(9n, i, 1);
      const opened = isoDay(daysFromCivil(2000, 1, 1) + random.below(9000));
      return [opened, String(random.below(90)), String(2000 + random.below(25))];
    }),
  );
  expect(fit(table, { mode: 'balanced', seed: 1n }).laws).toBeUndefined();
});
