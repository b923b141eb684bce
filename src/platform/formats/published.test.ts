import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scanContent } from './scan-text.fixture.ts';

const PUBLISHED = new URL('../../../../shared/data/bank-formats/', import.meta.url);
const present = existsSync(PUBLISHED);

/** Samples with invented balances or omitted entries: their publishers test only parsing. */
const UNTIED: Record<string, RegExp> = {
  'camt053.v2.all-balance-types.xml':
    /^opening 1.01 EUR \+ entries 8.85 EUR = 9.86 EUR, but .* 4.04 EUR$/,
  'betterplace-sepa_snippet.sta': /= -4472349.17 EUR, but the closing balance is -4472049.09 EUR$/,
};

/** Deliberately invalid files and fragments: a field alone is no message. */
const REFUSED: Record<string, RegExp> = {
  'betterplace-sepa_snippet_broken.sta': /^Line 6: field :25: occurs twice/,
  'betterplace-empty_line.sta': /^Line 2: .* has no field :25:/,
  'cmxl-reference.sta': /^Line 1: .* has no field :25:/,
  'sample-parseError.txt': /^Line 1: .* is not a BAI2 record/,
  'profrs.ofx': /^Line 1: the file contains no statement/,
};
const PIECE = /^Line 1: field :\d\d[A-Z]?: is outside a message/;
const PIECES =
  /^(betterplace-(amount_formats|currency_in_25|empty_86|empty_entry_date|missing_crlf_at_end)|cmxl-(account_.*|available_balance|closing_balance|statement_.*))\.sta$/;

const FOLDERS = ['camt', 'mt940', 'bai2', 'ach', 'ofx'];
const files = present
  ? FOLDERS.flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, PUBLISHED)).map((name) => `${folder}/${name}`),
    )
  : ['../shared/data/bank-formats is not there'];

describe.skipIf(!present)('published files', () => {
  test.each(files)('%s is read with matching totals, or refused with its line', async (path) => {
    const name = path.split('/')[1]!;
    const content = readFileSync(new URL(path, PUBLISHED));
    const refused = REFUSED[name] ?? (PIECES.test(name) ? PIECE : undefined);
    if (refused !== undefined) {
      await expect(scanContent(content)).rejects.toThrow(refused);
      return;
    }
    const { facts, rows } = await scanContent(content);
    expect(rows).toHaveLength(facts.entries);
    expect(facts.entries).toBeGreaterThan(0);
    if (UNTIED[name] === undefined) expect(facts.mismatches).toEqual([]);
    else
      expect(facts.mismatches.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(UNTIED[name]),
      ]);
  });
});
