/**
 * Writes src/engines/meaning/persons/data/given-names.ts: the given names of all locales of @faker-js/faker
 * (MIT licence), as tokens without accents in lower case. Sorted; each token is the number of letters
 * shared with the one before, in base 36, and the rest.
 */
import { writeFileSync } from 'node:fs';
import { allLocales } from '@faker-js/faker';
import { nameTokens } from '../src/engines/meaning/persons/name-tokens.ts';

function namesOf(list: unknown): string[] {
  if (typeof list === 'string') return [list];
  return list !== null && typeof list === 'object' ? Object.values(list).flatMap(namesOf) : [];
}

const tokens = new Set(
  Object.values(allLocales)
    .flatMap(({ person }) => namesOf(person?.first_name))
    .flatMap(nameTokens),
);
let before = '';
const coded = [...tokens].sort().map((token) => {
  let shared = 0;
  while (shared < 35 && shared < before.length && token[shared] === before[shared]) shared++;
  before = token;
  return shared.toString(36) + token.slice(shared);
});
const lines = (coded.join(' ').match(/.{1,4000}(?: |$)/gsu) ?? []).map(
  (line) => `  ${JSON.stringify(line.trimEnd()).replaceAll("\\'", "'")},`,
);
writeFileSync(
  'src/engines/meaning/persons/data/given-names.ts',
  `/** Written by scripts/write-given-names.ts; given names of @faker-js/faker 10, MIT licence. */
export const GIVEN_NAMES: readonly string[] = [\n${lines.join('\n')}\n];\n`,
);
process.stdout.write(`${tokens.size} tokens\n`);
