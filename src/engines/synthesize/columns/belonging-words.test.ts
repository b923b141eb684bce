import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { formatTable } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, sample } from '../index.ts';

const PARTS = ['Mill', 'Oak', 'Lake', 'Stone', 'Glen', 'Ash', 'Brook', 'Fair', 'West', 'New'];
const ENDS = ['ville', 'ton', 'field', 'burg', 'wood', 'dale', 'port', 'haven'];
const STATES = ['VIC', 'NSW', 'QLD', 'TAS', 'WA'];

/** Histories of 60 accounts, each with suburbs that hardly another one has. */
function histories() {
  const stream = streamFor(3n, 0, 0);
  const rows = Array.from({ length: 60 }, (_, account) =>
    Array.from({ length: 40 }, (_, i) => {
      const isOwn = stream.float() < 0.4;
      const town = isOwn ? 20 + ((2 * account + stream.below(2)) % 100) : stream.below(20);
      return [
        `ACC-${70_001 + 13 * account}`,
        new Date(Date.UTC(2024, 0, 1 + 3 * i + stream.below(3))).toISOString().slice(0, 10),
        `${PARTS[town % 10]}${ENDS[Math.floor(town / 10) % 8]}${town < 80 ? '' : ' East'}`,
        STATES[(town * 7) % 5]!,
        (5 + 90 * stream.float()).toFixed(2),
      ];
    }),
  ).flat();
  const names = ['account', 'date', 'suburb', 'state', 'amount'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
}

test('made suburbs of histories are in one state, too', () => {
  const table = histories();
  const model = fit(table, { mode: 'balanced', seed: 1n });
  expect(model.core.kind).toBe('sequence');
  const [, , suburbs, states] = formatTable(
    sample(model, { rows: table.rows, seed: 2n }),
  ).textColumns;
  const own = new Set(formatTable(table).textColumns[2]);
  const statesOf = Map.groupBy(suburbs!.keys(), (row) => suburbs![row]!);
  const made = [...statesOf.keys()].filter((suburb) => !own.has(suburb));
  expect(made.length).toBeGreaterThan(5);
  for (const [suburb, rows] of statesOf)
    expect(new Set(rows.map((row) => states![row])).size, suburb).toBe(1);
});
