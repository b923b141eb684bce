import { parseIsoDate } from '../../shared/civil-date.ts';
import { calendarOf } from './bank/calendar.ts';
import { presets } from './configuration/presets.ts';
import { bankOf, type Row } from './simulate.fixture.ts';

export const year = bankOf({
  seed: 9n,
  customers: 300,
  accounts: 550,
  transactions: 120_000,
  startDate: '2025-01-01',
  endDate: '2025-12-31',
});

export const ofType = (type: string): Row[] => year.transactions.filter((row) => row.type === type);

/** Days of that year with the configuration's weights. */
export const days = calendarOf(presets['us-community-bank'], {
  countryCode: 'US',
  start: parseIsoDate('2025-01-01'),
  end: parseIsoDate('2025-12-31'),
}).days;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const summer = [Date.parse('2025-03-09T07:00:00Z'), Date.parse('2025-11-02T06:00:00Z')] as const;

export function clock(row: Row) {
  const utc = Date.parse(row.txn_ts!);
  const hours = utc >= summer[0] && utc < summer[1] ? 4 : 5;
  const date = new Date(utc - hours * 3_600_000);
  const iso = date.toISOString();
  return {
    weekday: WEEKDAYS[date.getUTCDay()],
    hour: date.getUTCHours(),
    date: iso.slice(0, 10),
    month: iso.slice(0, 7),
  };
}

export const weekend = (row: Row): boolean => ['Sat', 'Sun'].includes(clock(row).weekday);
