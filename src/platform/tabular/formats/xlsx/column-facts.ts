import type { CellStyle } from '../../../../shared/cell-styles.ts';
import type { SheetCell } from './sheet-rows.ts';

type Facts = {
  kinds: Map<string, number>;
  formats: Map<string, number>;
  errors: Map<string, number>;
  uncalculated: number;
};

/** Formats of a column that are counted; the others are rare. */
const MAX_FORMATS = 50;

const count = (counts: Map<string, number>, key: string) => {
  if (counts.has(key) || counts.size < MAX_FORMATS) counts.set(key, (counts.get(key) ?? 0) + 1);
};

const mostFrequent = (counts: ReadonlyMap<string, number>): string | null =>
  [...counts].reduce<[string, number] | null>(
    (a, b) => (a === null || b[1] > a[1] ? b : a),
    null,
  )?.[0] ?? null;

const cells = (n: number) => (n === 1 ? '1 cell' : `${n} cells`);

function noticesOf({ errors, uncalculated }: Facts): string[] {
  const total = [...errors.values()].reduce((sum, n) => sum + n, 0);
  const names = [...errors.keys()].join(', ');
  return [
    ...(total > 0 ? [`${cells(total)} with an error (${names}) read as missing.`] : []),
    ...(uncalculated > 0
      ? [
          `${cells(uncalculated)} with a formula but no stored value read as missing. Open the workbook in Excel and save it, so that the values are stored.`,
        ]
      : []),
  ];
}

/** Counts the types, formats and faults of the cells of each column. */
export function createColumnFacts(columns: number) {
  const facts: Facts[] = Array.from({ length: columns }, () => ({
    kinds: new Map(),
    formats: new Map(),
    errors: new Map(),
    uncalculated: 0,
  }));
  return {
    note: (column: number, cell: SheetCell): void => {
      const known = facts[column]!;
      if (cell.kind === 'uncalculated') known.uncalculated++;
      else if (cell.kind === 'error') count(known.errors, cell.text);
      else {
        count(known.kinds, cell.kind);
        count(known.formats, cell.format.code);
      }
    },
    styles: (): CellStyle[] =>
      facts.map(({ kinds, formats }) => {
        const [kind, ...others] = kinds.keys();
        const stated = others.length > 0 ? 'mixed' : ((kind ?? 'text') as CellStyle['kind']);
        return { kind: stated, format: mostFrequent(formats) };
      }),
    notices: (): string[][] => facts.map(noticesOf),
  };
}
