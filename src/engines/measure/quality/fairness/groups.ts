import { upperMedian } from '../../../table/upper-median.ts';
import { cellsOf } from '../../privacy/row-keys.ts';
import type { SidedColumn, SidedNumbers } from '../align-columns.ts';

export const MIN_GROUP_ROWS = 100;
const MAX_GROUPS = 12;
const MAX_OWN_VALUES = 10;
/** Lower ends of age bands, as in supervisory statistics. */
const AGES = [25, 35, 45, 55, 65];
const AGE_NAME = /(^|[\s_.-])(age|alter|edad|eta)($|[\s_.-])/i;

/** Group of each row on every side; -1 for none. */
export type Grouping = { columns: string[]; names: string[]; codes: Int32Array[] };

function bandsOf(column: SidedNumbers): { cuts: number[]; names: string[] } {
  const [real] = column.sorted;
  const distinct = Array.from(new Set(real));
  if (distinct.length <= MAX_OWN_VALUES) {
    return { cuts: distinct.slice(1), names: distinct.map((value) => `${column.name} ${value}`) };
  }
  const isAge = AGE_NAME.test(column.name) && real[0] >= 0 && real[real.length - 1] <= 120;
  const cuts = isAge ? AGES : [upperMedian(real) ?? 0];
  const names = [`under ${cuts[0]}`, ...cuts.slice(1).map((cut, i) => range(cuts[i], cut, isAge))];
  return { cuts, names: [...names, `${cuts[cuts.length - 1]} and over`] };
}

const range = (from: number, to: number, whole: boolean) =>
  whole ? `${from} to ${to - 1}` : `${from} to under ${to}`;

function groupsOf(column: SidedColumn): Grouping {
  if (column.kind === 'category') {
    const codes = column.codes.map((side) =>
      side.map((code) => (code < column.words.length ? code : -1)),
    );
    return { columns: [column.name], names: column.words, codes };
  }
  const { cuts, names } = bandsOf(column);
  const codes = column.values.map((side) =>
    Int32Array.from(side, (value) =>
      Number.isNaN(value) ? -1 : cuts.filter((cut) => value >= cut).length,
    ),
  );
  return { columns: [column.name], names, codes };
}

function paired(a: Grouping, b: Grouping): Grouping {
  const width = b.names.length;
  return {
    columns: [...a.columns, ...b.columns],
    names: a.names.flatMap((name) => b.names.map((other) => `${name} × ${other}`)),
    codes: a.codes.map((side, s) =>
      side.map((code, row) =>
        code < 0 || b.codes[s][row] < 0 ? -1 : code * width + b.codes[s][row],
      ),
    ),
  };
}

function largest({ columns, names, codes }: Grouping): Grouping {
  const counts = new Uint32Array(names.length);
  for (const code of codes[0]) if (code >= 0) counts[code]++;
  const largestCodes = Array.from(counts.keys())
    .filter((code) => counts[code] >= MIN_GROUP_ROWS)
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, MAX_GROUPS);
  const place = new Int32Array(names.length).fill(-1);
  largestCodes.forEach((code, at) => {
    place[code] = at;
  });
  return {
    columns,
    names: largestCodes.map((code) => names[code]),
    codes: codes.map((side) => side.map((code) => (code < 0 ? -1 : place[code]))),
  };
}

/** Groups rows by each sensitive column and pair; only with two groups of enough real rows. */
export function groupings(sensitive: readonly SidedColumn[]): Grouping[] {
  const single = sensitive.map(groupsOf);
  const pairs = single.flatMap((a, i) => single.slice(i + 1).map((b) => paired(a, b)));
  return [...single, ...pairs].map(largest).filter(({ names }) => names.length > 1);
}

export function rowsOn({ codes, names }: Grouping, side: number): Uint32Array {
  const counts = new Uint32Array(names.length);
  for (const code of codes[side]) if (code >= 0) counts[code]++;
  return counts;
}

/** Returns the rows of each group on one side, at most `most` of each, spread over the table. */
export function rowsByGroup({ codes, names }: Grouping, side: number, most: number): Uint32Array[] {
  const lists = names.map((): number[] => []);
  codes[side].forEach((code, row) => {
    if (code >= 0) lists[code].push(row);
  });
  return lists.map((list) => {
    const stride = Math.max(1, Math.ceil(list.length / most));
    return Uint32Array.from(list.filter((_, i) => i % stride === 0));
  });
}

/** Returns the columns restricted to some rows of each side. */
export function withRows(
  columns: readonly SidedColumn[],
  rows: readonly Uint32Array[],
): SidedColumn[] {
  return columns.map((column): SidedColumn => {
    const cells = rows.map((_, side) => cellsOf(column, side));
    if (column.kind === 'category') {
      const codes = rows.map((list, side) => Int32Array.from(list, (row) => cells[side][row]));
      const counts = codes.map((side) => {
        const count = new Float64Array(column.words.length + 1);
        for (const code of side) count[code]++;
        return count;
      });
      return { ...column, codes, counts };
    }
    const values = rows.map((list, side) => Float64Array.from(list, (row) => cells[side][row]));
    const sorted = values.map((side) => side.filter((value) => !Number.isNaN(value)).sort());
    return { ...column, values, sorted };
  });
}
