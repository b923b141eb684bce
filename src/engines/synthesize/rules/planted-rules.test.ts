import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import type { Table } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';
import { fit, modelFromBytes, modelToBytes, sample } from '../index.ts';
import { findRules } from './find-rules.ts';
import { plantedFiles, shareOf } from './planted-rules.fixture.ts';
import { ruleSentences, rulesOf } from './rules.ts';

const files = plantedFiles();

function sentencesOf(table: Table): string[] {
  const rules = findRules(
    table,
    table.columns.map(() => true),
    { threshold: 5, time: null, excluded: new Set(), inHistories: false, entity: null },
  );
  return ruleSentences(rulesOf(rules), table.columns);
}

/** Returns 0 to length - 1 in an order given by a seed. */
function shuffled(length: number, seed: bigint, stream: number): number[] {
  const random = streamFor(seed, stream, 1);
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

const SHUFFLES = process.env.TEST_LONG ? [7n, 8n] : [7n];

describe.each(files)('$name', ({ name, table, rules }) => {
  const model = modelFromBytes(modelToBytes(fit(table, { mode: 'balanced', seed: 1n })));
  const drawn = sample(model, { rows: process.env.TEST_LONG ? 3000 : 1500, seed: 2n });
  const found = ruleSentences(model, table.columns);

  test.each(rules.map((rule) => [rule.sentence, rule] as const))('%s', (sentence, rule) => {
    expect(shareOf(rule, table)).toBe(1);
    expect(found).toContain(sentence);
    expect(shareOf(rule, drawn)).toBeGreaterThanOrEqual(0.995);
  });

  // In each run of every second file.
  test.runIf(process.env.TEST_LONG || files.findIndex(({ name: own }) => own === name) % 2 === 0)(
    'the order of columns changes no rule',
    () => {
      // Factors are named in the order of columns.
      const parts = (sentences: readonly string[]) =>
        sentences.map((sentence) => sentence.split(' ').toSorted().join(' ')).toSorted();
      for (const seed of process.env.TEST_LONG ? [5n, 6n] : [5n]) {
        const order = shuffled(table.columns.length, seed, 0);
        const columns = order.map((i) => table.columns[i]!);
        expect(parts(sentencesOf({ rows: table.rows, columns }))).toEqual(
          parts(sentencesOf(table)),
        );
      }
    },
  );
});

test(`${files.length * SHUFFLES.length} copies with columns shuffled on their own have at most one rule`, () => {
  const wrong = files.flatMap(({ table }) =>
    SHUFFLES.flatMap((seed) => {
      const columns = table.columns.map((column, i) =>
        takeColumn(column, shuffled(table.rows, seed, i)),
      );
      // Calendars are of one column, so shuffling keeps them.
      return sentencesOf({ rows: table.rows, columns }).filter(
        (sentence) => !/is (always|never (on|from)) /.test(sentence),
      );
    }),
  );
  expect(wrong.length).toBeLessThanOrEqual(1);
});
