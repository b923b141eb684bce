import type { GroupMark, NumberForm, SignStyle } from '../column-layout.ts';
import { isUnit } from './currencies.ts';
import { numberParser } from './number-parser.ts';

const GAP = '[ \\u00a0\\u202f]?';
const SIGN_OR_CODE = `[^\\d\\s+\\-().,'%\\u2019]{1,4}\\.?|%`;
const WHOLE = new RegExp(
  `^(?<apostrophe>')?(?<open>\\()?(?<lead>[+-])?(?<before>${SIGN_OR_CODE})?(?<gapBefore>${GAP})(?<inner>[+-])?` +
    `(?<body>[.,]?\\d(?:[\\d.,'\\u2019 \\u00a0\\u202f]*\\d)?[.,]?)(?<trail>[+-])?(?<gapAfter>${GAP})(?<after>${SIGN_OR_CODE})?` +
    `(?<word>${GAP}(?:CR|DR|Cr|Dr|cr|dr|C|D|H|S))?(?<close>\\))?$`,
  'u',
);

const WORDS: readonly [positive: string, negative: string][] = [
  ['CR', 'DR'],
  ['Cr', 'Dr'],
  ['cr', 'dr'],
  ['C', 'D'],
  ['H', 'S'],
];

type Affixes = Record<
  | 'apostrophe'
  | 'open'
  | 'lead'
  | 'before'
  | 'gapBefore'
  | 'inner'
  | 'body'
  | 'trail'
  | 'gapAfter'
  | 'after'
  | 'word'
  | 'close',
  string
>;

/** What stands around a number; null where the text is none. */
function affixesIn(text: string): Affixes | null {
  const groups = WHOLE.exec(text)?.groups;
  if (groups === undefined) return null;
  const found = Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, value ?? '']),
  ) as Affixes;
  const sign = /^(CR|DR|C|D|H|S)$/i;
  // `12 CR` may be read as a number with a unit: the marks of a side are no currency.
  if (found.word === '' && sign.test(found.after) && !isUnit(found.after))
    return { ...found, word: found.gapAfter + found.after, after: '', gapAfter: '' };
  return found;
}

type Marks = Pick<NumberForm, 'decimalMark' | 'groupMark' | 'grouping'>;

const marks = (
  decimalMark: '.' | ',',
  groupMark: GroupMark = '',
  grouping: 'thousands' | 'indian' = 'thousands',
): Marks => ({ decimalMark, groupMark, grouping });

/** `1,234` is a thousand and more where the comma also parts the columns, else a decimal. */
const marksFor = (delimiter: string | null): Marks[] => {
  const commas = [marks('.', ','), marks(',')];
  return [
    marks('.'),
    ...(delimiter === ',' ? commas : commas.reverse()),
    marks('.', ',', 'indian'),
    marks(',', '.'),
    ...([' ', '\u00a0', '\u202f'] as const).flatMap((mark) => [marks(',', mark), marks('.', mark)]),
    ...(["'", '\u2019'] as const).flatMap((mark) => [marks('.', mark), marks(',', mark)]),
  ];
};

function signOf(all: readonly Affixes[]): SignStyle | null {
  if (all.some(({ word }) => word !== '')) return 'words';
  if (all.some(({ open, close }) => (open === '') !== (close === ''))) return null;
  if (all.some(({ open }) => open !== '')) return 'brackets';
  if (all.some(({ trail }) => trail !== '')) return 'trailing';
  if (all.some(({ inner, before }) => inner === '-' && before !== '')) return 'minus-after-unit';
  const plus = all.filter(({ lead, inner }) => lead === '+' || inner === '+').length;
  const bare = all.filter(
    ({ lead, inner, body }) => lead + inner === '' && /[1-9]/.test(body),
  ).length;
  return plus > bare ? 'plus' : 'minus';
}

/** The marks of both signs: null when they form no known pair, undefined when no number has one. */
function wordsOf(
  all: readonly Affixes[],
): { positive: string; negative: string } | null | undefined {
  const found = new Set(all.map(({ word }) => word));
  const bare = found.delete('');
  if (found.size === 0) return undefined;
  const gap = /^\s/.test([...found][0]!) ? [...found][0]![0]! : '';
  for (const [positive, negative] of WORDS) {
    const [plus, minus] = [gap + positive, gap + negative];
    if (![...found].every((word) => word === plus || word === minus)) continue;
    if (!bare) return found.size === 2 ? { positive: plus, negative: minus } : null;
    // Where one side is marked alone, the other is what it turns: a credit on a card's statement.
    return found.size === 1 ? { positive: '', negative: [...found][0]! } : null;
  }
  return null;
}

function unitOf(all: readonly Affixes[]): NumberForm['unit'] | 'mixed' {
  const units = new Set(
    all.map(({ before, gapBefore, gapAfter, after }) =>
      JSON.stringify([before, before === '' ? '' : gapBefore, after === '' ? '' : gapAfter, after]),
    ),
  );
  if (units.size > 1) return 'mixed';
  const [before, gapBefore, gapAfter, after] = JSON.parse([...units][0]!) as [
    string,
    string,
    string,
    string,
  ];
  if (before === '' && after === '') return null;
  if (before !== '' && after !== '') return 'mixed';
  const unit = before === '' ? after : before;
  if (!isUnit(unit)) return 'mixed';
  return before === ''
    ? { text: unit, side: 'after', gap: gapAfter }
    : { text: unit, side: 'before', gap: gapBefore };
}

/** Digits after the decimal mark of these numbers: the fewest, and the most. */
function decimalsOf(
  all: readonly Affixes[],
  mark: string,
): { minDecimals: number; decimals: number } {
  let minDecimals = Number.POSITIVE_INFINITY;
  let decimals = 0;
  for (const { body } of all) {
    const at = body.lastIndexOf(mark);
    const digits = at < 0 ? 0 : body.length - at - 1;
    if (digits < minDecimals) minDecimals = digits;
    if (digits > decimals) decimals = digits;
  }
  return { minDecimals: Math.min(minDecimals, decimals), decimals };
}

/** Digits with an exponent are plain numbers: no marks beside the point. */
const isExponent = (text: string) => /^[+-]?[\d.]+[eE][+-]?\d+$/.test(text);

function exponentDigits(text: string): number {
  const [mantissa = '', power = '0'] = text.split(/[eE]/);
  const digits = mantissa.split('.')[1]?.length ?? 0;
  return Math.min(15, Math.max(0, digits - Number(power)));
}

/**
 * The forms of numbers that all these values have, the likeliest first; none where they are no numbers. Where
 * several fit, as for `1,234`, they differ in what the marks mean.
 */
export function numberForms(values: readonly string[], delimiter: string | null): NumberForm[] {
  const all: Affixes[] = [];
  let powers = 0;
  for (const value of values) {
    if (isExponent(value)) {
      powers = Math.max(powers, exponentDigits(value));
      continue;
    }
    const found = affixesIn(value);
    if (found === null) return [];
    all.push(found);
  }
  const unit = all.length === 0 ? null : unitOf(all);
  const sign = signOf(all);
  const words = wordsOf(all);
  const apostrophe = all.length > 0 && all.every((found) => found.apostrophe !== '');
  if (unit === 'mixed' || sign === null || words === null) return [];
  return marksFor(delimiter).flatMap((mark) => {
    const form: NumberForm = {
      kind: 'number',
      ...mark,
      ...decimalsOf(all, mark.decimalMark),
      unit,
      sign,
      words: words ?? null,
      apostrophe,
    };
    if (powers > form.decimals) form.decimals = powers;
    if (powers > 0) form.minDecimals = 0;
    const parse = numberParser(form);
    if (values.some((value) => Number.isNaN(parse(value)))) return [];
    // Marks that no value has are none.
    const isGrouped =
      form.groupMark !== '' && all.some(({ body }) => body.includes(form.groupMark));
    return form.groupMark !== '' && !isGrouped ? [] : [form];
  });
}
