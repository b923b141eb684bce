import { findSequences } from '../../../meaning/entity/find-sequence.ts';
import type { ColumnRole } from '../../../meaning/roles/column-role.ts';
import type { Spread } from '../../../spread.ts';
import { planColumns } from '../../columns/plan-columns.ts';
import { historiesHead } from '../../fit/histories-head.ts';
import { historySettings } from '../../fit/modes.ts';
import type { SynthesisMode } from '../../model/model.ts';
import { fitSequence } from '../../sequence/fit-sequence.ts';
import { fitTree } from '../../trees/fit-tree.ts';
import { learningRows } from '../../trees/learning-rows.ts';
import { codesOf, contextTargets, numbersAbove } from '../context-columns.ts';
import { daysOf, findSince } from '../find-since.ts';
import { countChildren } from '../relation.ts';
import type { HistoryRows } from '../tables-model.ts';
import type { ChildInput } from './child-input.ts';
import { ofParents } from './fit-count.ts';

/**
 * Fits rows as sequences of the parent's rows, if each row has a parent, parents have at least four
 * rows on average, and dates vary. Rows that others refer to are entities, not movements, unless
 * they have a running balance.
 *
 * @param childKey the column that names the parent
 * @returns null if the rows are no sequences
 */
export function fitHistories(
  input: ChildInput,
  {
    childKey,
    mode,
    seed,
    step,
    spread,
  }: {
    childKey: string;
    mode: SynthesisMode;
    seed: bigint;
    step: (stage: string, done: number, total: number) => void;
    spread: Spread | undefined;
  },
): HistoryRows | null {
  const { of, contextColumns, contextTable, codecs, choices } = input;
  const parents = contextTable.rows;
  const found = findSequences(
    input.table,
    input.plans.map(({ layout, role }): ColumnRole => {
      if (layout.name === childKey) return 'reference';
      return role === 'reference' ? 'text' : role;
    }),
  );
  if (found === null || (input.isNamed && found.shape.balance === null)) return null;
  const { inFileOrder } = found;
  const added = found.table.columns.slice(input.plans.length);
  const { threshold } = codecs;
  const plans = [...input.plans, ...planColumns({ ...found.table, columns: added }, { threshold })];
  const { head, shape, table } = historiesHead(found, plans, {
    mode,
    choices,
    above: numbersAbove(contextTable, of),
  });
  const settings = historySettings(mode, { entities: parents, rows: of.length });
  const codes = codesOf(contextColumns, contextTable);
  const counts = countChildren(of, parents);
  const any = fitTree(
    { codes: Uint8Array.from(counts, (rows) => (rows > 0 ? 1 : 0)), size: 2, ordered: false },
    {
      features: contextTargets(contextColumns, codes),
      rows: learningRows(parents),
      options: ofParents(settings.trees),
      pause: input.step,
    },
  );
  const time = table.columns.find((column) => column.name === shape.time)!;
  const first = new Float64Array(parents).fill(Number.POSITIVE_INFINITY);
  if (time.kind === 'datetime')
    daysOf(time.values).forEach((day, row) => {
      first[of[row]] = Math.min(first[of[row]], day);
    });
  const having = Int32Array.from(first.keys()).filter((row) => first[row] < Infinity);
  const since = findSince(
    Float64Array.from(having, (row) => first[row]),
    { of: having, contextTable, contextColumns },
  );
  const above = contextTable.columns.find(
    ({ name }) => name === contextColumns.columns[since.place],
  );
  const context = {
    fields: contextColumns.fields,
    codes,
    of,
    since: above?.kind === 'datetime' ? daysOf(above.values) : null,
    counted: since.counted,
  };
  const fitted = fitSequence(table, head, shape, { ...settings, seed, step, spread }, context);
  const core = inFileOrder ? { ...fitted.core, sortedByTime: false } : fitted.core;
  const model = { ...head, ...fitted, core, lookups: [], ...(inFileOrder && { inFileOrder }) };
  return { kind: 'histories', model, any, since };
}
