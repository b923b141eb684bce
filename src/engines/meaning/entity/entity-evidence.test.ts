import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { days, numbers, words } from '../../table/columns.fixture.ts';
import type { Column, Table } from '../../table/table.ts';
import { entityEvidence } from './entity-evidence.ts';

const ROWS = 3000;
const GROUPS = 60;

type Row = { group: number; day: number; amount: number; kind: number; person: number };
type Draw = { below: (n: number) => number; float: () => number };

/** Builds a file of rows in order of time. */
function fileOf(make: (draw: Draw) => Row[], extra: (rows: Row[]) => Column[] = () => []) {
  const stream = streamFor(11n, 0, 1);
  const draw = { below: (n: number) => stream.below(n), float: () => stream.float() };
  const rows = make(draw).sort((a, b) => a.day - b.day);
  const group = words(
    'zip',
    rows.map((row) => `0${1000 + row.group}`),
  );
  const columns: Column[] = [
    group,
    days(
      'date',
      rows.map((row) => row.day),
    ),
    numbers(
      'amount',
      rows.map((row) => row.amount),
    ),
    words(
      'kind',
      rows.map((row) => `k${row.kind}`),
    ),
    ...extra(rows),
  ];
  const table: Table = { rows: rows.length, columns };
  return entityEvidence(table, group);
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const cents = (value: number) => Math.round(value * 100) / 100;

/** Claims of different persons: each zip has its level, and prices rise for all. */
const claims = (draw: Draw): Row[] =>
  upTo(ROWS).map(() => {
    const group = draw.below(GROUPS);
    const day = draw.below(1000);
    const amount = cents((300 + 40 * group + day) * (0.5 + draw.float()));
    return { group, day, amount, kind: draw.below(group % 2 ? 6 : 3), person: draw.below(1e6) };
  });

describe('rows of one postal code do not hang together over time', () => {
  test('claims with levels of their own and a common trend', () => {
    expect(fileOf(claims)).toBeNull();
  });

  test('claims with attributes of the code', () => {
    const town = (rows: Row[]) => [
      words(
        'town',
        rows.map((row) => `town ${row.group}`),
      ),
      numbers(
        'inhabitants',
        rows.map((row) => 1000 + row.group * 17),
      ),
    ];
    expect(fileOf(claims, town)).toBeNull();
  });

  test('claims of policyholders, who each have several with their own premium', () => {
    const ofHolders = (draw: Draw) =>
      upTo(ROWS / 5).flatMap((person) => {
        const group = draw.below(GROUPS);
        return upTo(5).map(() => ({
          group,
          person,
          day: draw.below(1000),
          amount: cents(1000 * draw.float()),
          kind: draw.below(4),
        }));
      });
    const holder = (rows: Row[]) => [
      words(
        'holder',
        rows.map((row) => `holder ${row.person}`),
      ),
      numbers(
        'premium',
        rows.map((row) => 300 + row.person * 1.25),
      ),
    ];
    expect(fileOf(ofHolders, holder)).toBeNull();
  });

  test('payments of five limits, each with its own usual amount', () => {
    const capped = (draw: Draw) =>
      claims(draw).map((row) => ({
        ...row,
        group: row.group % 5,
        amount: draw.float() < 0.5 ? 1000 * (1 + (row.group % 5)) : row.amount,
      }));
    expect(fileOf(capped)).toBeNull();
  });

  test('a file sorted by code, with a row number', () => {
    const stream = streamFor(12n, 0, 1);
    const rows = upTo(ROWS);
    const zip = words(
      'zip',
      rows.map((i) => `0${1000 + Math.floor(i / 50)}`),
    );
    const time = upTo(GROUPS).flatMap(() =>
      upTo(50)
        .map(() => stream.below(1000))
        .sort((a, b) => a - b),
    );
    const table: Table = {
      rows: ROWS,
      columns: [
        zip,
        days('date', time),
        numbers('number', rows, { decimals: 0 }),
        numbers(
          'amount',
          rows.map(() => cents(100 * stream.float())),
        ),
      ],
    };
    expect(entityEvidence(table, zip)).toBeNull();
  });
});

describe('rows of one customer do', () => {
  test('by regular times', () => {
    const monthly = (draw: Draw) =>
      upTo(GROUPS).flatMap((group) =>
        upTo(40).map((month) => ({
          group,
          day: 30 * month + draw.below(4),
          amount: cents(100 * draw.float()),
          kind: draw.below(3),
          person: group,
        })),
      );
    expect(fileOf(monthly)).toMatch(
      /^Rows of one zip follow each other \d+\.\d times as regularly/,
    );
  });

  test('by amounts that recur', () => {
    const renting = (draw: Draw) =>
      claims(draw).map((row) => ({
        ...row,
        amount: draw.float() < 0.4 ? 500.5 + 10 * row.group : row.amount,
      }));
    expect(fileOf(renting)).toMatch(
      /^amount repeats the previous value of the same zip in \d+ % of rows, and in/,
    );
  });

  test('by values that follow from the row before', () => {
    const level = new Map<number, number>();
    const drifting = (draw: Draw) =>
      claims(draw)
        .sort((a, b) => a.day - b.day)
        .map((row) => {
          const amount = cents(0.8 * (level.get(row.group) ?? 500) + 200 * draw.float());
          level.set(row.group, amount);
          return { ...row, amount };
        });
    expect(fileOf(drifting)).toMatch(
      /^amount depends on the previous row of the same zip \(autocorrelation 0\.\d\d;/,
    );
  });

  test('by persons that identify the same', () => {
    const mail = (rows: Row[]) => [
      words(
        'email',
        rows.map((row) => `p${row.group}@mail.example`),
      ),
    ];
    expect(fileOf(claims, mail)).toBe('Each value of zip has one email, and each email one zip.');
    const other = (rows: Row[]) => [
      words(
        'email',
        rows.map((row) => `p${row.person % 600}@mail.example`),
      ),
    ];
    expect(fileOf(claims, other)).toBeNull();
  });

  test('by their header', () => {
    const column = words(
      'customer_id',
      upTo(60).map((i) => `C${i % 9}`),
    );
    const table = { rows: 60, columns: [column] };
    expect(entityEvidence(table, column)).toBe('The header customer_id names customers.');
  });
});
