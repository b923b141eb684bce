import type { CodeForm } from '../column-layout.ts';
import { escapeRegExp } from './datetime-pattern.ts';

/** Returns an expression for complete codes, in the syntax common to RE2 and JavaScript. */
export function codePattern({ prefix, width }: CodeForm): string {
  const rest = width === null ? '*' : `{${width - prefix.length}}`;
  return `${escapeRegExp(prefix)}[A-Za-z0-9_./:+-]${rest}`;
}
