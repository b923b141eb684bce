import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scanContent } from './scan-text.fixture.ts';

/** Files that parsers of others are tested with. */
const PUBLISHED = new URL('../../../../shared/data/bank-formats/', import.meta.url);
const present = existsSync(PUBLISHED);

/** Samples whose balances are made up: what their publishers test is the reading of fields. */
const UNTIED: Record<string, RegExp> = {
  'camt053.v2.all-balance-types.xml':
    /^opening 1.01 EUR \+ entries 8.85 EUR = 9.86 EUR, but .* 4.04 EUR$/,
};

const filesOf = (folder: string): string[] =>
  present ? readdirSync(new URL(folder, PUBLISHED)) : ['(absent)'];

describe.skipIf(!present)('published files', () => {
  test.each(filesOf('camt/'))('%s is read, and its totals tie', async (name) => {
    const { facts, rows } = await scanContent(readFileSync(new URL(`camt/${name}`, PUBLISHED)));
    expect(rows).toHaveLength(facts.entries);
    expect(facts.entries).toBeGreaterThan(0);
    const [first] = facts.mismatches;
    if (UNTIED[name] === undefined) expect(facts.mismatches).toEqual([]);
    else expect(first!.reason).toMatch(UNTIED[name]);
  });
});
