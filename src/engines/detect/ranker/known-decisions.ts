import { DAY } from '../../table/datetime-form.ts';
import type { Table } from '../../table/table.ts';
import { timesOf } from '../features/ledger.ts';
import type { CarriedDecision, Decisions } from './carried-risk.ts';

/** Decision as reviewers made it; times in ms. */
export type Decided = { label: 0 | 1; decidedAt: number };
export type DecidedElsewhere = Decided & { at: number | null; names: CarriedDecision['names'] };

/**
 * Dates decisions on the time axis of a file. Decisions made within its period count from when they
 * were made; those made after its last row, as on files of the past, from a day after their row.
 *
 * @param own decisions by row index of the table
 */
export function knownDecisions(
  table: Table,
  timeColumn: string | undefined,
  { own, elsewhere }: { own: ReadonlyMap<number, Decided>; elsewhere: readonly DecidedElsewhere[] },
): Decisions {
  const column = table.columns.find(({ name }) => name === timeColumn);
  const time = column === undefined ? null : timesOf(column);
  const last = time?.reduce((most, at) => (at > most ? at : most), 0) ?? 0;
  const known = (decidedAt: number, at: number) => (decidedAt <= last ? decidedAt : at + DAY);
  const labels = new Int8Array(table.rows).fill(-1);
  const knownAt = new Float64Array(table.rows).fill(Number.NaN);
  for (const [row, { label, decidedAt }] of own) {
    labels[row] = label;
    knownAt[row] = known(decidedAt, time?.[row] ?? 0);
  }
  return {
    labels,
    knownAt,
    elsewhere: elsewhere.map(({ label, decidedAt, at, names }) => ({
      label,
      names,
      knownAt: known(decidedAt, at ?? decidedAt),
    })),
  };
}
