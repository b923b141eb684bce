import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { rowKeys } from '../arrays/row-keys.ts';
import { buildLedger } from '../features/ledger.ts';
import { transferGraph } from './transfer-graph.ts';

const roles = { account: 'account', counterparty: 'counterparty', time: 'date' };

/** The graph of rows [account, counterparty, day of January 2026]; an empty text is a missing value. */
function graphOfRows(rows: [string, string, string][], given: object = roles) {
  const column = (at: 0 | 1 | 2) =>
    rows.map((row) => (at === 2 && row[2] !== '' ? `2026-01-${row[2]}` : row[at]) || null);
  const names = ['account', 'counterparty', 'date'];
  const table = parseColumns(names, [column(0), column(1), column(2)]);
  return transferGraph(buildLedger(table, given, rowKeys(table.columns, table.rows, 0n)));
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
