import { DAY } from '../../table/datetime-form.ts';
import { daysText, percentText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import { hasHistory, type Ledger, type LedgerWithHistory } from './ledger.ts';
import { eachOwner, missing } from './owner-spans.ts';

const HOUR = 3_600_000;
const SHORTEST = 20;

/** Builds features of unusual hours of the owner and of value dates far from the booking. */
export function timingFeatures(ledger: Ledger): Feature[] {
  const features: Feature[] = [];
  if (ledger.hasHours && hasHistory(ledger)) features.push(hourFeature(ledger));
  const valueDate = ledger.column('valueDate');
  const { time } = ledger;
  if (valueDate?.kind === 'datetime' && time !== null) {
    const lag = missing(ledger.rows);
    for (let i = 0; i < lag.length; i++) lag[i] = (valueDate.values[i] - time[i]) / DAY;
    features.push({
      name: 'value_date_lag',
      values: lag,
      tail: 'both',
      weight: 0.4,
      sentence: (row, share) =>
        `value date ${daysText(Math.abs(lag[row] * DAY))} ${lag[row] < 0 ? 'before' : 'after'} the booking: ${percentText(share)} of rows are as extreme`,
    });
  }
  return features;
}

/** Returns -ln p(hour | owner's past), smoothed over neighboring hours and the file's hours. */
function hourFeature(ledger: LedgerWithHistory): Feature {
  const { history, time, rows } = ledger;
  const values = missing(rows);
  const hourOf = (row: number) => ((Math.floor(time[row] / HOUR) % 24) + 24) % 24;
  const overall = new Float64Array(24).fill(1);
  for (const row of history) overall[hourOf(row)]++;
  const total = overall.reduce((sum, count) => sum + count, 0);
  const own = new Float64Array(24);
  eachOwner(ledger, (from, to) => {
    own.fill(0);
    for (let place = from; place < to; place++) {
      const row = history[place];
      const hour = hourOf(row);
      const n = place - from;
      if (n >= SHORTEST) {
        const near = (own[(hour + 23) % 24] + own[(hour + 1) % 24]) / 4 + own[hour] / 2;
        values[row] = -Math.log((near + (10 * overall[hour]) / total) / (n + 10));
      }
      own[hour]++;
    }
  });
  return {
    name: 'unusual_hour',
    values,
    tail: 'high',
    weight: 0.4,
    sentence: (row) =>
      `booked at ${String(hourOf(row)).padStart(2, '0')} h: about ${percentText(Math.min(1, Math.exp(-values[row])))} of this ${ledger.ownerNoun}'s rows fall on that hour`,
  };
}
