import { DAY } from '../../table/datetime-form.ts';
import { countText, daysText, numberText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import {
  hasAmounts,
  hasHistory,
  type Ledger,
  type LedgerWithAmounts,
  type LedgerWithHistory,
} from './ledger.ts';
import { eachOwner, missing } from './owner-spans.ts';
import { SHORTEST_HISTORY } from './usual-amount.ts';

const HOUR = 3_600_000;
const DORMANT = 90 * DAY;

/** Compares activity with the owner's past: rows per hour, day and week, daily total, silence. */
export function paceFeatures(ledger: Ledger): Feature[] {
  if (!hasHistory(ledger)) return [];
  const { history, time, rows } = ledger;
  const windows = [
    ...(ledger.hasHours ? [{ length: HOUR, words: 'hour' }] : []),
    { length: DAY, words: 'day' },
    { length: 7 * DAY, words: '7 days' },
  ];
  const features = windows.map(({ length, words }) => rowsWithin(ledger, length, words));
  const silence = missing(rows);
  eachOwner(ledger, (from, to) => {
    for (let place = from + 1; place < to; place++) {
      const gap = time[history[place]] - time[history[place - 1]];
      silence[history[place]] = gap > DORMANT ? gap / DAY : 0;
    }
  });
  features.push({
    name: 'dormancy',
    values: silence,
    tail: 'high',
    weight: 0.8,
    sentence: (row) =>
      `first movement of this ${ledger.ownerNoun} after ${daysText(silence[row] * DAY)} without any`,
  });
  if (hasAmounts(ledger)) features.push(spendingWithinDay(ledger));
  return features;
}

/** Returns ln of rows in the window, including this one, over the expected number. */
function rowsWithin(ledger: LedgerWithHistory, length: number, words: string): Feature {
  const { history, time, rows } = ledger;
  const values = missing(rows);
  const counts = new Uint32Array(rows);
  eachOwner(ledger, (from, to) => {
    const first = time[history[from]];
    let start = from;
    for (let place = from; place < to; place++) {
      const row = history[place];
      const now = time[row];
      while (now - time[history[start]] >= length) start++;
      const count = place - start + 1;
      counts[row] = count;
      const earlier = start - from;
      const span = now - length - first;
      if (earlier < SHORTEST_HISTORY || span < length) continue;
      const expected = (earlier / span) * length;
      values[row] = count - 1 <= expected ? 0 : Math.log((count + 0.5) / (expected + 1));
    }
  });
  return {
    name: `rows_within_${words.replace(' ', '_')}`,
    fact: 'pace',
    values,
    tail: 'high',
    weight: 0.6,
    sentence: (row) => {
      const usual = (counts[row] + 0.5) / Math.exp(values[row]) - 1;
      return (
        `${countText(counts[row], 'row')} within one ${words === '7 days' ? 'week' : words}: ` +
        `usual for this ${ledger.ownerNoun} is ${numberText(usual, usual < 1 ? 2 : 1)}`
      );
    },
  };
}

function spendingWithinDay(ledger: LedgerWithAmounts): Feature {
  const { history, time, rows, sizes } = ledger;
  const values = missing(rows);
  const sums = new Float32Array(rows);
  const value = (place: number) => {
    const size = sizes[history[place]];
    return Number.isNaN(size) ? 0 : 10 ** size;
  };
  eachOwner(ledger, (from, to) => {
    const first = time[history[from]];
    let start = from;
    let within = 0;
    let before = 0;
    for (let place = from; place < to; place++) {
      const now = time[history[place]];
      within += value(place);
      while (now - time[history[start]] >= DAY) {
        const gone = value(start++);
        within -= gone;
        before += gone;
      }
      const span = now - DAY - first;
      // With one row in a day, the amount says it all.
      if (start === place) continue;
      if (start - from < SHORTEST_HISTORY || span < 7 * DAY || before <= 0) continue;
      sums[history[place]] = within;
      values[history[place]] = Math.log10(Math.max(within, 0.01) / ((before / span) * DAY));
    }
  });
  return {
    name: 'sum_within_day',
    fact: 'pace',
    values,
    tail: 'high',
    weight: 0.6,
    adds: 0.3,
    sentence: (row) =>
      `daily total of ${numberText(sums[row])}: ${numberText(10 ** values[row], 1)} times this ${ledger.ownerNoun}'s daily mean of ${numberText(sums[row] / 10 ** values[row])}`,
  };
}
