import { GIVEN_NAMES } from './data/given-names.ts';

let decoded: ReadonlySet<string> | undefined;

/** Returns the given names of the dictionary, decoded at the first call. */
function givenNames(): ReadonlySet<string> {
  if (decoded !== undefined) return decoded;
  const names = new Set<string>();
  let before = '';
  for (const coded of GIVEN_NAMES.join(' ').split(' ')) {
    before = before.slice(0, Number.parseInt(coded[0]!, 36)) + coded.slice(1);
    names.add(before);
  }
  decoded = names;
  return names;
}

/** Returns true for a known given name in small letters without accents. */
export const isGivenName = (token: string): boolean => givenNames().has(token);
