import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { numbers, words } from '../../table/columns.fixture.ts';
import type { Table } from '../../table/table.ts';
import { findSequences } from './find-sequence.ts';

const GROUPS = 40;
const LENGTH = 20;

/** Undated rows of 40 owners, 20 each, owner by owner; `keep` is how far a level follows the last. */
function panel(keep: number, shuffles = 0): Table {
  const stream = streamFor(3n, 0, 0);
  const rows = Array.from({ length: GROUPS }, (_, group) => {
    let level = group;
    return Array.from({ length: LENGTH }, () => {
      level = keep * level + (1 - keep) * (group + 30 * stream.float());
      return { group, level: Math.round(level * 100) / 100 };
    });
  }).flat();
  for (let i = 0; i < shuffles; i++) {
    const [a, b] = [stream.below(rows.length), stream.below(rows.length)];
    [rows[a], rows[b]] = [rows[b]!, rows[a]!];
  }
  return {
    rows: rows.length,
    columns: [
      words(
        'owner',
        rows.map(({ group }) => `E${1000 + group}`),
      ),
      numbers(
        'level',
        rows.map(({ level }) => level),
      ),
    ],
  };
}

const found = (table: Table) => findSequences(table, ['reference', 'feature']);

test('rows without a date that follow from the row before are sequences in file order', () => {
  expect(found(panel(0.8))).toMatchObject({
    inFileOrder: true,
    shape: { entity: 'owner', entities: GROUPS },
  });
});

test('rows that do not follow from the row before, or stand apart, are no sequences', () => {
  expect(found(panel(0))).toBeNull();
  expect(found(panel(0.8, 1000))).toBeNull();
});
