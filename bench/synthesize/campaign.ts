import { hasData, readLabelledSet } from '../../src/engines/detect/read-npz.fixture.ts';
import { shuffled } from '../../src/engines/measure/statistics/shuffled.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import { parseColumns } from '../../src/engines/table/parse-columns.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { takeRows } from '../../src/engines/table/take-rows.ts';

/** Columns of words, as neighboring columns of 0 and 1 in the stored array. */
const WORDS: Record<string, readonly [first: number, last: number]> = {
  job: [1, 12],
  marital: [13, 16],
  education: [17, 24],
  default: [25, 27],
  housing: [28, 30],
  loan: [31, 33],
  contact: [34, 34],
  month: [35, 44],
  day: [45, 49],
  outcome: [54, 56],
};

/** Columns of numbers, stored as shares of their published range: place, range and decimals. */
const NUMBERS: Record<string, readonly [at: number, low: number, high: number, decimals: number]> =
  {
    age: [0, 17, 98, 0],
    duration: [50, 0, 4918, 0],
    contacts: [51, 1, 56, 0],
    days_since: [52, 0, 999, 0],
    previous: [53, 0, 7, 0],
    employment_rate: [57, -3.4, 1.4, 1],
    price_index: [58, 92.201, 94.767, 3],
    confidence_index: [59, -50.8, -26.9, 1],
    interest_rate: [60, 0.634, 5.045, 3],
    employees: [61, 4963.6, 5228.1, 1],
  };

/**
 * Opens ADBench's set `campaign`, which is UCI's *Bank Marketing* (`bank-additional-full`) as
 * numbers, with its columns restored and its rows in a random order; null if it is missing.
 */
export function openCampaign(): Table | null {
  if (!hasData) return null;
  const { columns: stored, labels } = readLabelledSet('campaign');
  const texts: Record<string, string[]> = {};
  const each = (cell: (row: number) => string) => Array.from(labels, (_, row) => cell(row));
  for (const [name, [first, last]] of Object.entries(WORDS)) {
    const own = stored.slice(first, last + 1);
    texts[name] = each((row) => `${name} ${own.findIndex((column) => column[row] === 1) + 1}`);
  }
  for (const [name, [at, low, high, decimals]] of Object.entries(NUMBERS))
    texts[name] = each((row) => (low + (high - low) * stored[at]![row]!).toFixed(decimals));
  texts.subscribed = each((row) => (labels[row] === 1 ? 'yes' : 'no'));
  const table = parseColumns(Object.keys(texts), Object.values(texts));
  return takeRows(table, shuffled(table.rows, streamFor(1n, 0, 0), table.rows));
}
