import type { NumberForm } from '../column-layout.ts';
import { escapeRegExp } from './datetime-pattern.ts';
import { affixesOf, MAX_DIGITS } from './number-parser.ts';

const WHOLE = `(0|[1-9][0-9]{0,${MAX_DIGITS - 1}})`;

function bodyPattern({ decimalMark, groupMark, grouping }: NumberForm): string {
  const mark = escapeRegExp(decimalMark);
  const group = /\s/.test(groupMark) ? '[ \u00a0\u202f]' : escapeRegExp(groupMark);
  const parted =
    grouping === 'indian'
      ? `[1-9][0-9]?(${group}[0-9]{2}){0,5}${group}[0-9]{3}|[1-9][0-9]{0,2}${group}[0-9]{3}`
      : `[1-9][0-9]{0,2}(${group}[0-9]{3}){1,4}`;
  const whole = groupMark === '' ? WHOLE : `(${WHOLE}|${parted})`;
  return `(${whole}(${mark}[0-9]*)?|${mark}[0-9]+)`;
}

/** Returns an expression for complete numbers, in the syntax common to RE2 and JavaScript. */
export function numberPattern(form: NumberForm): string {
  const body = bodyPattern(form);
  const ways = affixesOf(form).flatMap(({ positive, negative }) =>
    [positive, negative].map(([start, end]) => `${escapeRegExp(start)}${body}${escapeRegExp(end)}`),
  );
  const plain = form.decimalMark === '.' && form.groupMark === '' && form.unit === null;
  const exponent =
    plain && form.sign === 'minus'
      ? ['[+-]?([0-9]{1,15}\\.?[0-9]*|\\.[0-9]+)[eE][+-]?[0-9]{1,3}']
      : [];
  return [...new Set([...ways, ...exponent])].map((way) => `(${way})`).join('|');
}
