import { refused } from '../terminal/arguments.ts';

export function givenFrom(pairs: readonly string[] | undefined): Record<string, string> {
  const given: Record<string, string> = {};
  for (const pair of pairs ?? []) {
    const at = pair.indexOf('=');
    if (at < 1) throw refused('--given: expected COLUMN=VALUE.');
    given[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return given;
}
