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

const BARE: Affixes = {
  ...{ apostrophe: '', open: '', lead: '', before: '', gapBefore: '', inner: '', body: '' },
  ...{ trail: '', gapAfter: '', after: '', word: '', close: '' },
};
const PLAIN = /^-?\d+(?:\.\d+)?$/;

function affixesIn(text: string): Affixes | null {
  if (PLAIN.test(text)) {
    const lead = text.startsWith('-') ? '-' : '';
    return { ...BARE, lead, body: text.slice(lead.length) };
  }
  const groups = WHOLE.exec(text)?.groups;
  if (groups === undefined) return null;
  const affixes = { ...BARE };
  for (const name of Object.keys(BARE) as (keyof Affixes)[]) affixes[name] = groups[name] ?? '';
  const sign = /^(CR|DR|C|D|H|S)$/i;
  // The CR of `12 CR` could pass for a unit, but debit/credit markers are not currencies.
  if (affixes.word === '' && sign.test(affixes.after) && !isUnit(affixes.after))
    return { ...affixes, word: affixes.gapAfter + affixes.after, after: '', gapAfter: '' };
  return affixes;
}

type Marks = Pick<NumberForm, 'decimalMark' | 'groupMark' | 'grouping'>;

const marks = (
  decimalMark: '.' | ',',
  groupMark: GroupMark = '',
  grouping: 'thousands' | 'indian' = 'thousands',
): Marks => ({ decimalMark, groupMark, grouping });

/** Returns possible marks. `1,234` is 1234 if the comma also delimits columns, else a decimal. */
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

/** Returns the suffixes of both signs; null if unknown, undefined if no number has one. */
function wordsOf(
  all: readonly Affixes[],
): { positive: string; negative: string } | null | undefined {
  const suffixes = new Set(all.map(({ word }) => word));
  const bare = suffixes.delete('');
  if (suffixes.size === 0) return undefined;
  const gap = /^\s/.test([...suffixes][0]!) ? [...suffixes][0]![0]! : '';
  for (const [positive, negative] of WORDS) {
    const [plus, minus] = [gap + positive, gap + negative];
    if (![...suffixes].every((word) => word === plus || word === minus)) continue;
    if (!bare) return suffixes.size === 2 ? { positive: plus, negative: minus } : null;
    // If only one side is marked, the marker negates: credits on a card statement.
    return suffixes.size === 1 ? { positive: '', negative: [...suffixes][0]! } : null;
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

/** Returns true for scientific notation, which allows no mark other than the decimal point. */
const isExponent = (text: string) => /^[+-]?[\d.]+[eE][+-]?\d+$/.test(text);

function exponentDigits(text: string): number {
  const [mantissa = '', power = '0'] = text.split(/[eE]/);
  const digits = mantissa.split('.')[1]?.length ?? 0;
  return Math.min(15, Math.max(0, digits - Number(power)));
}

/** Returns the number forms that fit all values, most likely first; several for `1,234`. */
export function numberForms(values: readonly string[], delimiter: string | null): NumberForm[] {
  const all: Affixes[] = [];
  let powers = 0;
  for (const value of values) {
    if (isExponent(value)) {
      powers = Math.max(powers, exponentDigits(value));
      continue;
    }
    const affixes = affixesIn(value);
    if (affixes === null) return [];
    all.push(affixes);
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
    // Drop marks that do not occur in any value.
    const isGrouped =
      form.groupMark !== '' && all.some(({ body }) => body.includes(form.groupMark));
    return form.groupMark !== '' && !isGrouped ? [] : [form];
  });
}
