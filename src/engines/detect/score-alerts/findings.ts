import { DAY } from '../../table/datetime-form.ts';
import type { Alerts } from './alerts.ts';
import type { Truth } from './truth.ts';

export type Finding = {
  kind: 'unknown-id' | 'repeated-id' | 'before-the-fact' | 'equals-the-label';
  alerts: number;
  /** At most five ids. */
  examples: string[];
};

const MAX_EXAMPLES = 5;

/**
 * Names leaked or impossible submissions: ids that are no transactions, repeated ids, alerts
 * raised before their transaction was booked, and scores or lists that reproduce the label.
 */
export function findingsOf(alerts: Alerts, truth: Truth): Finding[] {
  const { time } = truth.ledger;
  const early = (row: number, at: number): boolean => {
    if (alerts.times === null || time === null || row < 0) return false;
    const alerted = alerts.times[at];
    // An alert dated by day may precede the hour of its own day.
    const booked = alerted % DAY === 0 ? time[row] - (time[row] % DAY) : time[row];
    return alerted < booked;
  };
  const idsWhere = (test: (row: number, at: number) => boolean) =>
    alerts.ids.filter((_, at) => test(alerts.rows[at], at));
  const reproducesLabel = [truth.positive, truth.laundering].some((label) =>
    equalsLabel(alerts, label),
  );
  const found: [Finding['kind'], string[]][] = [
    ['unknown-id', idsWhere((row) => row < 0)],
    ['repeated-id', alerts.repeated],
    ['before-the-fact', idsWhere(early)],
    ['equals-the-label', reproducesLabel ? alerts.ids : []],
  ];
  return found
    .filter(([, ids]) => ids.length > 0)
    .map(([kind, ids]) => ({ kind, alerts: ids.length, examples: ids.slice(0, MAX_EXAMPLES) }));
}

/** True if all labelled rows come first, without one false alert among or before them. */
function equalsLabel({ rows, scores }: Alerts, label: Uint8Array): boolean {
  const total = label.reduce((sum, one) => sum + one, 0);
  if (total === 0 || rows.length < total) return false;
  if (rows.subarray(0, total).some((row) => row < 0 || label[row] === 0)) return false;
  return rows.length === total || (scores !== null && scores[total - 1] > scores[total]);
}
