import type { NumberForm } from '../column-layout.ts';

/** Maximum digits of a number. Longer ones are codes, since a double would lose digits. */
export const MAX_DIGITS = 15;

const ZERO = 48;
const NINE = 57;
const isBlank = (code: number) => code === 32 || code === 0xa0 || code === 0x202f;
const isDigit = (code: number) => code >= ZERO && code <= NINE;

/** Scales the mantissa to the value that `Number` would return for the same digits. */
const exactly = (mantissa: number, scale: number): number =>
  scale <= 22 ? mantissa / 10 ** scale : Number(`${mantissa}e-${scale}`);

// Result of readBody; a variable avoids allocations.
let mantissa = 0;
let scale = 0;

/** Parses `1.234,56` from `start` to `end` of a text; false without a match. */
function readBody({
  text,
  start,
  end,
  form,
}: {
  text: string;
  start: number;
  end: number;
  form: NumberForm;
}): boolean {
  const mark = form.decimalMark.charCodeAt(0);
  const group = form.groupMark === '' ? -1 : form.groupMark.charCodeAt(0);
  const isBlankMark = isBlank(group);
  const inner = form.grouping === 'indian' ? 2 : 3;
  let run = 0;
  let groups = 0;
  mantissa = 0;
  scale = 0;
  let at = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      mantissa = mantissa * 10 + code - ZERO;
      run++;
    } else if (code === group || (isBlankMark && isBlank(code))) {
      if (groups === 0 ? run < 1 || run > inner || mantissa === 0 : run !== inner) return false;
      groups++;
      run = 0;
    } else break;
  }
  if (groups > 0 && run !== 3) return false;
  const whole = at - start;
  if (whole - groups > MAX_DIGITS) return false;
  // Leading zeros indicate a code.
  if (whole > 1 && text.charCodeAt(start) === ZERO) return false;
  if (at < end) {
    if (text.charCodeAt(at) !== mark) return false;
    const first = at + 1;
    for (at = first; at < end; at++) {
      const code = text.charCodeAt(at);
      if (!isDigit(code)) return false;
      mantissa = mantissa * 10 + code - ZERO;
    }
    scale = at - first;
    if (whole === 0 && scale === 0) return false;
  } else if (whole === 0) return false;
  return true;
}

const EXPONENT = /^[+-]?(?:\d{1,15}\.?\d*|\.\d+)[eE][+-]?\d{1,3}$/;

const isPlain = (form: NumberForm): boolean =>
  form.decimalMark === '.' && form.groupMark === '' && form.unit === null && form.sign === 'minus';

export function affixesOf(
  form: NumberForm,
): { positive: [string, string]; negative: [string, string] }[] {
  const { unit, sign, words } = form;
  const lead = form.apostrophe ? "'" : '';
  const before = unit?.side === 'before' ? unit.text + unit.gap : '';
  const after = unit?.side === 'after' ? unit.gap + unit.text : '';
  const plain: [string, string] = [lead + before, after];
  switch (sign) {
    case 'plus':
      return [
        { positive: [`${lead}+${before}`, after], negative: [`${lead}-${before}`, after] },
        { positive: plain, negative: [`${lead}-${before}`, after] },
      ];
    case 'minus-after-unit':
      return [{ positive: plain, negative: [`${lead}${before}-`, after] }];
    case 'trailing':
      return [{ positive: plain, negative: [lead + before, `-${after}`] }];
    case 'brackets':
      return [{ positive: plain, negative: [`${lead}(${before}`, `${after})`] }];
    case 'words':
      return [
        {
          positive: [lead + before, after + (words?.positive ?? '')],
          negative: [lead + before, after + (words?.negative ?? '')],
        },
      ];
    default:
      return [
        { positive: plain, negative: [`${lead}-${before}`, after] },
        { positive: [`${lead}+${before}`, after], negative: [`${lead}-${before}`, after] },
      ];
  }
}

/** Returns a parser for a number form; NaN if a text does not match. Percentages are not scaled. */
export function numberParser(form: NumberForm): (text: string) => number {
  const affixes = affixesOf(form).flatMap(({ positive, negative }) => [
    { start: negative[0], end: negative[1], factor: -1 },
    { start: positive[0], end: positive[1], factor: 1 },
  ]);
  // Longest first: the empty affixes of an unsigned number match any text.
  affixes.sort((a, b) => b.start.length + b.end.length - a.start.length - a.end.length);
  const plain = isPlain(form);
  return (text) => {
    for (let i = 0; i < affixes.length; i++) {
      const { start, end, factor } = affixes[i]!;
      if (text.length <= start.length + end.length) continue;
      if (start !== '' && !text.startsWith(start)) continue;
      if (end !== '' && !text.endsWith(end)) continue;
      if (!readBody({ text, start: start.length, end: text.length - end.length, form })) continue;
      if (mantissa > Number.MAX_SAFE_INTEGER)
        return Number(plainText({ text, start, end, form })) * factor;
      return factor * exactly(mantissa, scale);
    }
    return plain && EXPONENT.test(text) ? Number(text) : Number.NaN;
  };
}

function plainText({
  text,
  start,
  end,
  form,
}: {
  text: string;
  start: string;
  end: string;
  form: NumberForm;
}): string {
  const body = text.slice(start.length, text.length - end.length);
  const whole =
    form.groupMark === ''
      ? body
      : body.replaceAll(form.groupMark, '').replace(/[ \u00a0\u202f]/g, '');
  return whole.replace(form.decimalMark, '.');
}
