import { flagsIn, suggest } from './suggest.ts';

type ParseError = Error & { code?: string };

const UNKNOWN = /^Unknown option '(--?[^']+)'/;
const MISSING = /^Option '(?:-\w, )?(--[a-z-]+)[^']*' argument (?:missing|is ambiguous)/;

/** Words an error of Node's argument parser, naming the flag that was probably meant. */
export function argumentError(error: ParseError, command: { name: string; usage: string }): string {
  const help = `sandbox ${command.name} --help lists all options.`;
  const unknown = UNKNOWN.exec(error.message)?.[1];
  if (unknown !== undefined) {
    const meant = suggest(unknown, flagsIn(command.usage));
    return `Unknown option ${unknown}. ${meant === undefined ? '' : `Did you mean ${meant}? `}${help}`;
  }
  const missing = MISSING.exec(error.message)?.[1];
  if (missing !== undefined) return `${missing}: expected a value. ${help}`;
  return error.message;
}
