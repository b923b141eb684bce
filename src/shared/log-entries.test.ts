import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LOG_ENTRIES } from './log-entries.ts';

const folder = join(import.meta.dirname, '../../migrations/repeatable');

/** Files whose code adds entries about the log itself. */
const SEALERS = ['seal-log.ts', 'restore-log.ts'];

test('every kind of entry that is written is listed, and every listed one is written', () => {
  const sql = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const calls = sql.flatMap((text) => text.split('private.log_entry(').slice(1));
  const kinds = calls.flatMap((call) => {
    // The first argument: one text, or several alternatives.
    const argument = call.slice(0, call.search(/,\s*\n?\s*(?:new|old|link|private)\b|,\s*$|,\n/));
    return [...argument.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, kind]) => kind!);
  });
  const sealers = SEALERS.flatMap((file) =>
    readFileSync(join(folder, '../../src/product/proof', file), 'utf8').match(
      /(?<=')log\.[a-z_]+(?=')/g,
    ),
  );
  expect([...new Set([...kinds, ...sealers])].sort()).toEqual(Object.keys(LOG_ENTRIES).sort());
});
