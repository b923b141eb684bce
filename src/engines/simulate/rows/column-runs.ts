import type { BatchColumn, Dictionary } from './row-batch.ts';

type DictionaryColumn = Extract<BatchColumn, { kind: 'dictionary' }>;

/** Columns with the same codes. */
export type Run = { codes: DictionaryColumn['codes']; dictionaries: Dictionary[] };

/** Maximum combinations for joining neighboring runs of small dictionaries. */
const MAX_COMBINATIONS = 8192;

export const sizeOf = (run: Run): number => run.dictionaries[0].strings.length;

export const baseOf = (run: Run): number => run.dictionaries[0].base?.strings.length ?? 0;

/** Joins neighboring dictionary columns that share codes or are small. */
export function runsOf(
  columns: readonly BatchColumn[],
  from: number,
): { runs: Run[]; next: number } {
  const runs: Run[] = [];
  let combinations = 1;
  let i = from;
  for (; i < columns.length; i++) {
    const column = columns[i];
    if (column.kind !== 'dictionary') break;
    const last = runs.at(-1);
    if (last?.codes === column.codes) {
      last.dictionaries.push(column.dictionary);
      continue;
    }
    const run: Run = { codes: column.codes, dictionaries: [column.dictionary] };
    combinations *= sizeOf(run);
    const small = baseOf(run) === 0 && combinations <= MAX_COMBINATIONS;
    if (last !== undefined && (!small || baseOf(last) > 0)) break;
    runs.push(run);
  }
  return { runs, next: i };
}
