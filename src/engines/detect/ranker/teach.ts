import { rolesOf } from '../../meaning/events/roles.ts';
import type { Table } from '../../table/table.ts';
import type { AnalyzeOptions } from '../analyze-options.ts';
import { scoreTable } from '../score-table.ts';
import { type Decided, type DecidedElsewhere, knownDecisions } from './known-decisions.ts';
import { type Lesson, lessonOf } from './lessons.ts';
import { rankerColumns } from './ranker-columns.ts';

/**
 * Takes the decided rows of a file as a ranker would have seen them at given times: only decisions
 * made before count as confirmed or carry risk over.
 *
 * @param own decisions by row index of the table
 * @param times in ms; Infinity for all decisions
 * @returns one lesson per time, each with all decided rows, in order of their decision
 */
export function teach(
  table: Table,
  options: AnalyzeOptions,
  {
    own,
    elsewhere,
    times,
  }: {
    own: ReadonlyMap<number, Decided>;
    elsewhere: readonly DecidedElsewhere[];
    times: readonly number[];
  },
): Lesson[] {
  const rows = Uint32Array.from(own.keys()).sort();
  const labels = new Int8Array(table.rows).fill(-1);
  const order = new Float64Array(table.rows);
  for (const [row, { label, decidedAt }] of own) {
    labels[row] = label;
    order[row] = decidedAt;
  }
  return times.map((time) => {
    const isBefore = ({ decidedAt }: Decided) => decidedAt < time;
    const decisions = knownDecisions(table, rolesOf(table, options).time, {
      own: new Map([...own].filter(([, each]) => isBefore(each))),
      elsewhere: elsewhere.filter(isBefore),
    });
    const scored = scoreTable(table, { ...options, decisions });
    const { columns } = rankerColumns(scored, decisions);
    return lessonOf({ columns, scores: scored.scores }, { rows, labels, order });
  });
}
