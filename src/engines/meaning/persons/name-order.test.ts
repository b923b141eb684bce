import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { makePersonal } from './make-personal.ts';
import { nameOrder } from './name-order.ts';

const GIVEN = 'Anna Paul Lena Tim Julia Peter Maria Jonas'.split(' ');
const FAMILY = 'Weber Kowalczyk Brandt Ziegler Krüger Winkler'.split(' ');
const texts = (write: (given: string, family: string) => string) =>
  GIVEN.flatMap((given) => FAMILY.map((family) => write(given, family)));

test.each([
  [
    'Anna Weber',
    (given: string, family: string) => `${given} ${family}`,
    /^\p{Lu}[\p{Ll}-]+ \p{Lu}\p{Ll}+/u,
  ],
  [
    'Weber, Anna',
    (given: string, family: string) => `${family}, ${given}`,
    /^\p{Lu}\p{Ll}+, \p{Lu}\p{Ll}+/u,
  ],
  [
    'WEBER, Anna',
    (given: string, family: string) => `${family.toUpperCase()}, ${given}`,
    /^\p{Lu}+, \p{Lu}\p{Ll}+/u,
  ],
  [
    'WEBER Anna',
    (given: string, family: string) => `${family.toUpperCase()} ${given}`,
    /^\p{Lu}{2,} \p{Lu}\p{Ll}+/u,
  ],
  [
    'Anna WEBER',
    (given: string, family: string) => `${given} ${family.toUpperCase()}`,
    /\p{Lu}\p{Ll}+ \p{Lu}{2,}$/u,
  ],
  ['A Weber', (given: string, family: string) => `${given[0]} ${family}`, /^\p{Lu} \p{Lu}\p{Ll}+/u],
  [
    'Weber, A.',
    (given: string, family: string) => `${family}, ${given[0]}.`,
    /^\p{Lu}\p{Ll}+, \p{Lu}\.$/u,
  ],
  [
    'Anna B. Weber',
    (given: string, family: string) => `${given} ${family[0]}. ${family}`,
    /^\p{Lu}\S+ \p{Lu}\. \p{Lu}\p{Ll}+/u,
  ],
  [
    'Weber Anna',
    (given: string, family: string) => `${family} ${given}`,
    /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u,
  ],
])('names are made as in %s', (example, write, form) => {
  const order = nameOrder(texts(write));
  const style = { language: 'de' as const, capitals: false, callingCode: '49', ...order };
  const made = makePersonal({ personal: 'person_name', style }, streamFor(1n, 0, 0));
  expect(made).toMatch(form);
  expect(order.familyFirst).toBe(/^Weber|^WEBER/.test(example));
});
