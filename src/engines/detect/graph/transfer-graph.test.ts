import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { rowKeys } from '../arrays/row-keys.ts';
import { buildLedger } from '../features/ledger.ts';
import { transferGraph } from './transfer-graph.ts';

const roles = { account: 'account', counterparty: 'counterparty', time: 'date' };

/** Builds the graph of rows [account, counterparty, day of January 2026]; '' is a missing value. */
function graphOfRows(rows: [string, string, string][], columnRoles: object = roles) {
  const column = (at: 0 | 1 | 2) =>
    rows.map((row) => (at === 2 && row[2] !== '' ? `2026-01-${row[2]}` : row[at]) || null);
  const names = ['account', 'counterparty', 'date'];
  const table = parseColumns(names, [column(0), column(1), column(2)]);
  return transferGraph(buildLedger(table, columnRoles, rowKeys(table.columns, table.rows, 0n)));
}

const edges = (graph: NonNullable<ReturnType<typeof graphOfRows>>) =>
  [...graph.byTime].map((row) => `${graph.names[graph.from[row]!]}>${graph.names[graph.to[row]!]}`);

test('accounts and counterparties of one name are one node; rows come in the order of time', () => {
  const graph = graphOfRows([
    ['a', 'b', '03'],
    ['b', 'a', '02'],
    ['a', 'shop', '01'],
  ])!;
  expect(graph.names).toEqual(['a', 'b', 'shop']);
  expect(edges(graph)).toEqual(['a>shop', 'b>a', 'a>b']);
  expect(graph.outOf.map((rows) => [...rows])).toEqual([[2, 0], [1], []]);
  expect(graph.into.map((rows) => [...rows])).toEqual([[1], [0], [2]]);
});

test('rows without an end or a time, and from an account to itself, are left out', () => {
  const graph = graphOfRows([
    ['a', 'b', '01'],
    ['b', 'a', '02'],
    ['a', '', '03'],
    ['', 'a', '04'],
    ['b', 'b', '05'],
    ['a', 'b', ''],
  ])!;
  expect(edges(graph)).toEqual(['a>b', 'b>a']);
});

test('a file is one of transfers where two counterparties, and one in twenty, are its accounts', () => {
  const shops = (count: number) =>
    Array.from({ length: count }, (_, i): [string, string, string] => ['a', `shop${i}`, '03']);
  const between: [string, string, string][] = [
    ['a', 'b', '01'],
    ['b', 'a', '02'],
  ];
  expect(graphOfRows([...between, ...shops(38)])).not.toBeNull();
  expect(graphOfRows([...between, ...shops(39)])).toBeNull();
  expect(
    graphOfRows([
      ['a', 'b', '01'],
      ['b', 'shop', '02'],
    ]),
  ).toBeNull();
});

test('without accounts, counterparties or times there is no graph', () => {
  const rows: [string, string, string][] = [
    ['a', 'b', '01'],
    ['b', 'a', '02'],
  ];
  expect(graphOfRows(rows)).not.toBeNull();
  for (const role of ['account', 'counterparty', 'time']) {
    const fewer = Object.fromEntries(Object.entries(roles).filter(([name]) => name !== role));
    expect(graphOfRows(rows, fewer), role).toBeNull();
  }
});

function graphOfBook(rows: [account: string, counterparty: string, day: string, amount: string][]) {
  const cells = (at: 0 | 1 | 2 | 3) =>
    rows.map((row) => (at === 2 ? `2026-01-${row[2]}` : row[at]));
  const names = ['account', 'counterparty', 'date', 'amount'];
  const table = parseColumns(names, [cells(0), cells(1), cells(2), cells(3)]);
  const keys = rowKeys(table.columns, table.rows, 0n);
  return transferGraph(buildLedger(table, { ...roles, amount: 'amount' }, keys));
}

test('in a book what comes in comes from the counterparty, and only its accounts are centers', () => {
  const graph = graphOfBook([
    ['a', 'shop', '01', '-5.00'],
    ['a', 'b', '02', '7.00'],
    ['b', 'c', '03', '-8.00'],
    ['c', 'shop', '04', '-1.00'],
  ])!;
  expect(edges(graph)).toEqual(['a>shop', 'b>a', 'b>c', 'c>shop']);
  expect(graph.names.slice(0, graph.centers).sort()).toEqual(['a', 'b', 'c']);
});

test('a transfer that both of its accounts show is one', () => {
  const graph = graphOfBook([
    ['a', 'b', '01', '-5.00'],
    ['b', 'a', '01', '5.00'],
    ['b', 'a', '01', '5.00'],
    ['a', 'b', '02', '-5.00'],
  ])!;
  // The day's second amount of 5 has no matching side, nor has that of the next day.
  expect(edges(graph)).toEqual(['a>b', 'a>b', 'a>b']);
  expect(graph.twin.size).toBe(1);
});

test('of a book, money is followed to its own accounts alone', () => {
  const table = parseColumns(
    ['account', 'counterparty', 'date', 'amount'],
    [
      ['a', 'b', 'a'],
      ['b', 'a', 'shop'],
      ['2026-01-01', '2026-01-02', '2026-01-03'],
      ['-5', '-6', '-7'],
    ],
  );
  const columnRoles = { ...roles, amount: 'amount' };
  const graph = transferGraph(buildLedger(table, columnRoles, rowKeys(table.columns, 3, 0n)))!;
  expect(graph.outOf.map((rows) => [...rows])).toEqual([[0, 2], [1], []]);
  expect(graph.followed.map((rows) => [...rows])).toEqual([[0], [1], []]);
});
