import type { CodeForm } from '../column-layout.ts';
import { escapeRegExp } from './datetime-pattern.ts';

/** A regular expression for whole codes of the form, in the language that RE2 and JavaScript share. */
export function codePattern({ prefix, width }: CodeForm): string {
  const rest = width === null ? '*' : `{${width - prefix.length}}`;
  return `${escapeRegExp(prefix)}[A-Za-z0-9_./:-]${rest}`;
}
