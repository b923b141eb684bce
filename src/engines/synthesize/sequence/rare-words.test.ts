import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { DAY } from '../../table/datetime-form.ts';
import { formatCell } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { DatetimeColumn, Table } from '../../table/table.ts';
import { fit, ruleSentences, sample } from '../index.ts';

const HOUR = 3_600_000;
const textOf = (moment: number) => new Date(moment).toISOString().slice(0, 16).replace('T', ' ');

/** Alerts of customers, of which few are reported, under a number of their own. */
function alerts(): Table {
  const stream = streamFor(81n, 0, 0);
  const pick = (words: readonly string[]) => words[stream.below(words.length)]!;
  let reports = 0;
  const rows = Array.from({ length: 700 }, (_, customer) =>
    Array.from({ length: 3 + stream.below(4) }, (__, i) => {
      const created = Date.UTC(2023, 2 * i, 1) + HOUR * stream.below(24 * 55);
      const reviewed = created + HOUR * (1 + stream.below(72));
      const isReported = stream.below(25) === 0;
      if (isReported) reports++;
      return [
        `K-${50_000 + 7 * customer}`,
        textOf(created),
        pick(['cash', 'dormant', 'country', 'structuring', 'movement']),
        pick(['low', 'medium', 'high']),
        pick(['north', 'south', 'west']),
        isReported ? 'report' : pick(['false alarm', 'false alarm', 'false alarm', 'monitor']),
        textOf(reviewed),
        String((reviewed - created) / HOUR),
        isReported ? `R-2023-${String(40_000 + reports).padStart(6, '0')}` : '',
      ];
    }),
  ).flat();
  const names = [
    'customer_id',
    'created',
    'scenario',
    'priority',
    'team',
    'outcome',
    'reviewed',
    'hours',
    'report_no',
  ];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

const table = alerts();
const model = fit(table, { mode: 'balanced', seed: 1n });
const drawn = sample(model, { rows: 2 * table.rows, seed: 2n });

const shareOf = ({ rows, columns }: Table, word: string) =>
  Array.from({ length: rows }, (_, row) => formatCell(columns[5]!, row)).filter(
    (own) => own === word,
  ).length / rows;

test('a rare word keeps its share, although few rows share its other words', () => {
  expect(shareOf(drawn, 'report') / shareOf(table, 'report')).toBeGreaterThan(0.85);
  expect(shareOf(drawn, 'report') / shareOf(table, 'report')).toBeLessThan(1.15);
});

test('only rows of the right word have a made number', () => {
  for (let row = 0; row < drawn.rows; row++)
    expect(formatCell(drawn.columns[8]!, row) !== '').toBe(
      formatCell(drawn.columns[5]!, row) === 'report',
    );
});

test('moments follow that of their row as in the file, and hours are those between them', () => {
  expect(ruleSentences(model, table.columns)).toContain('hours = hours from created to reviewed');
  const hoursOf = ({ columns }: Table) => {
    const [created, reviewed] = [columns[1], columns[6]] as DatetimeColumn[];
    return reviewed!.values.map((moment, row) => (moment - created!.values[row]!) / HOUR).sort();
  };
  const [file, own] = [hoursOf(table), hoursOf(drawn)];
  expect(own[0]).toBeGreaterThanOrEqual(0);
  for (const part of [0.25, 0.5, 0.75]) {
    const at = (hours: Float64Array) => hours[Math.floor(part * hours.length)]!;
    expect(Math.abs(at(own) - at(file))).toBeLessThan((0.2 * DAY) / HOUR);
  }
});
