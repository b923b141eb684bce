import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DatetimeForm, NumberForm } from '../column-layout.ts';
import { formOf } from './datetime-candidates.ts';
import { CLOCKS, COMPACT, DAYS, JOINTS, NAMED, ZONES } from './datetime-layouts.ts';
import { datetimeParser } from './datetime-parser.ts';
import { patternTest } from './datetime-pattern.ts';
import { datetimeWriter } from './datetime-writer.ts';
import { NAME_SET_IDS } from './names.ts';
import { numberParser } from './number-parser.ts';
import { numberPattern } from './number-pattern.ts';
import { numberWriter } from './number-writer.ts';

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);

const names = fc.record({
  names: fc.constantFrom(...NAME_SET_IDS),
  letters: fc.constantFrom('lower' as const, 'title' as const, 'upper' as const),
});
const day = fc.constantFrom(
  ...DAYS.filter((one) => /D/.test(one)),
  ...NAMED.filter((one) => /D/.test(one)),
);
const datetimes: fc.Arbitrary<DatetimeForm> = fc
  .record({
    day,
    joint: fc.constantFrom(...JOINTS),
    clock: fc.constantFrom(...CLOCKS.filter((one) => /HH:mm:ss/.test(one))),
    zone: fc.constantFrom(...ZONES),
    offset: fc.integer({ min: -14, max: 14 }),
    names,
  })
  .map(({ day, joint, clock, zone, offset, names: given }) => {
    const form = formOf(day + joint + clock + zone, given);
    return zone.includes('+') ? { ...form, offset: offset * 60 } : form;
  });

const SECOND = 1000;
const from = Date.UTC(1970, 0, 2) / SECOND;
const to = Date.UTC(2068, 11, 30) / SECOND;

test('what a layout of times writes, it reads: every second from 1970 to 2068', () => {
  fc.assert(
    fc.property(datetimes, fc.integer({ min: from, max: to }), (form, seconds) => {
      const text = datetimeWriter(form)(seconds * SECOND);
      expect(datetimeParser(form)(text)).toBe(seconds * SECOND);
      expect(text).toMatch(whole(patternTest(form.pattern, form).looks));
    }),
    { numRuns: 400 },
  );
});

test('digits alone, microseconds and moments before 1970 come back as well', () => {
  for (const pattern of [...COMPACT, 'YYYY-MM-DDTHH:mm:ss.SSSSSS', 'YYYY-MM-DD HH:mm:ssF']) {
    const form = formOf(pattern, { names: null, letters: 'lower' });
    const write = datetimeWriter(form);
    const parse = datetimeParser(form);
    const moments = [Date.UTC(2023, 1, 5), Date.UTC(2001, 8, 30)];
    if (pattern.startsWith('YYYY')) moments.push(Date.UTC(1931, 4, 5));
    if (/S{6}|F/.test(pattern)) moments.push(Date.UTC(2023, 1, 5, 4, 21, 55) + 120.007, -0.5);
    for (const moment of moments) {
      expect(write(parse(write(moment))), `${pattern} ${moment}`).toBe(write(moment));
      expect(parse(write(moment))).toBeCloseTo(moment, 3);
    }
  }
});

const marks = fc.constantFrom(
  ...([
    ['.', ''],
    [',', ''],
    ['.', ','],
    [',', '.'],
    [',', ' '],
    [',', '\u202f'],
    ['.', "'"],
  ] as const),
);
const unit = fc.option(
  fc.record({
    text: fc.constantFrom('$', '€', 'EUR', '%', 'kr'),
    side: fc.constantFrom('before' as const, 'after' as const),
    gap: fc.constantFrom('', ' ', '\u00a0'),
  }),
);
const numbers: fc.Arbitrary<NumberForm> = fc
  .record({
    marks,
    grouping: fc.constantFrom('thousands' as const, 'indian' as const),
    decimals: fc.integer({ min: 0, max: 6 }),
    trimmed: fc.boolean(),
    unit,
    sign: fc.constantFrom('minus', 'plus', 'trailing', 'brackets', 'words', 'minus-after-unit'),
    apostrophe: fc.boolean(),
  })
  .map(
    ({ marks: [decimalMark, groupMark], trimmed, ...rest }): NumberForm => ({
      kind: 'number',
      decimalMark,
      groupMark,
      grouping: rest.grouping,
      minDecimals: trimmed ? 0 : rest.decimals,
      decimals: rest.decimals,
      unit: rest.unit,
      sign: rest.sign as NumberForm['sign'],
      words: rest.sign === 'words' ? { positive: ' CR', negative: ' DR' } : null,
      apostrophe: rest.apostrophe,
    }),
  );

test('what a form of numbers writes, it reads, and its pattern admits', () => {
  fc.assert(
    fc.property(numbers, fc.maxSafeInteger(), (form, units) => {
      const value = (units % 10 ** 12) / 10 ** form.decimals;
      const text = numberWriter(form)(value);
      expect(numberParser(form)(text) + 0).toBe(value + 0);
      expect(text).toMatch(whole(numberPattern(form)));
    }),
    { numRuns: 400 },
  );
});

test('a form reads only texts that match its pattern', () => {
  const text = fc
    .array(
      fc.constantFrom(
        '0',
        '1',
        '27',
        '000',
        '345',
        '.',
        ',',
        ' ',
        "'",
        '-',
        '+',
        '(',
        ')',
        '$',
        'e',
      ),
      {
        maxLength: 7,
      },
    )
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(numbers, text, (form, value) => {
      expect(Number.isNaN(numberParser(form)(value)), value).toBe(
        !whole(numberPattern(form)).test(value),
      );
    }),
    { numRuns: 5000 },
  );
});

test('a date parser knows the calendar, and agrees with its expressions', () => {
  const form = formOf('DD.MM.YYYY', { names: null, letters: 'lower' });
  const { looks, impossible, leap } = patternTest(form.pattern, form);
  const admits = (text: string) =>
    whole(looks).test(text) &&
    !impossible.some((pattern) => whole(pattern).test(text)) &&
    (!whole(leap!.day).test(text) || whole(leap!.years).test(text));
  const parse = datetimeParser(form);
  for (const year of [1900, 1999, 2000, 2023, 2024]) {
    for (let month = 0; month <= 13; month++) {
      for (let date = 0; date <= 32; date++) {
        const text = `${String(date).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`;
        expect(Number.isNaN(parse(text)), text).toBe(!admits(text));
      }
    }
  }
});
