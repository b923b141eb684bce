import type { Role } from '../../meaning/events/column-roles.ts';
import { DAY } from '../../table/datetime-form.ts';
import { sortedRows } from '../arrays/ranked-column.ts';
import type { Ledger } from '../features/ledger.ts';

/** Decisions of reviewers: 1 confirmed, 0 cleared, -1 undecided; and when each was known, in ms. */
export type Decisions = { labels: Int8Array; knownAt: Float64Array };

/** `lowers` is true if higher values make a confirmed case less likely. */
export type RiskColumn = { name: string; values: Float32Array; lowers: boolean };

const CARRIERS: readonly Role[] = ['account', 'customer', 'merchant', 'counterparty', 'device'];
/** Half of a confirmed case's weight is left after two weeks. */
const HALF_LIFE = 14 * DAY;

/**
 * Carries decisions over to later rows of the same account, customer, merchant, counterparty and
 * device: sums of confirmed and of cleared rows known before the row's time, halved every 14 days.
 * A row's own decision, and any made after it, do not count.
 *
 * @returns two columns per role that the file has; none without times
 */
export function carriedRisk(ledger: Ledger, { labels, knownAt }: Decisions): RiskColumn[] {
  const { time } = ledger;
  if (time === null) return [];
  const byTime = sortedRows(time);
  const decided = sortedRows(knownAt).filter((row) => labels[row] >= 0);
  return CARRIERS.flatMap((role) => {
    const carrier = ledger.codes(role);
    if (carrier === undefined || carrier.count < 2) return [];
    return [1, 0].map((label): RiskColumn => {
      const events = decided.filter((row) => labels[row] === label);
      const values = new Float32Array(ledger.rows);
      const sums = new Float64Array(carrier.count);
      const since = new Float64Array(carrier.count);
      const left = (code: number, at: number) =>
        sums[code] === 0 ? 0 : sums[code] * 0.5 ** ((at - since[code]) / HALF_LIFE);
      let next = 0;
      for (const row of byTime) {
        for (; next < events.length && knownAt[events[next]] <= time[row]; next++) {
          const code = carrier.codes[events[next]];
          if (code < 0) continue;
          const at = knownAt[events[next]];
          sums[code] = left(code, at) + 1;
          since[code] = at;
        }
        const code = carrier.codes[row];
        if (code >= 0) values[row] = left(code, time[row]);
      }
      return {
        name: `${label === 1 ? 'confirmed' : 'cleared'}_${role}`,
        values,
        lowers: label === 0,
      };
    });
  });
}
