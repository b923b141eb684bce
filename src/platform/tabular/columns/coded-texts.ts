import { NULL_WORDS, type NumberForm } from '../../../shared/column-layout.ts';
import { escapeRegExp } from '../../../shared/layouts/datetime-pattern.ts';
import type { CodedTexts } from '../../../shared/text-codes.ts';
import {
  type ColumnTexts,
  CUT_MARK,
  MAX_DAYS,
  MAX_FAILING,
  MAX_LATER_ROWS,
  MAX_ZONES,
  TELLING_BYTES,
  type WordCount,
} from './column-texts.ts';
import { formTest, lengthOf, patternTester } from './form-test.ts';

const missing: ReadonlySet<string> = new Set(NULL_WORDS);

/** Order of texts in SQL: by bytes. */
const inOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const byCount = (a: WordCount, b: WordCount): number => b[1] - a[1] || inOrder(a[0], b[0]);

function telling(text: string): string {
  if (3 * text.length <= TELLING_BYTES || Buffer.byteLength(text) <= TELLING_BYTES) return text;
  return [...text].slice(0, TELLING_BYTES).join('') + CUT_MARK;
}

/** Returns a count of decimals: to the end of the text, unless something follows the number. */
function digitsCounter({ decimalMark, unit, sign }: NumberForm): (text: string) => number {
  const endsInDigits = unit?.side !== 'after' && !/trailing|brackets|words/.test(sign);
  if (endsInDigits) {
    return (text) => {
      const place = text.indexOf(decimalMark);
      return place < 0 ? 0 : lengthOf(text.slice(place + 1));
    };
  }
  const digits = new RegExp(`${escapeRegExp(decimalMark)}([0-9]*)[^0-9]*$`);
  return (text) => digits.exec(text)?.[1]?.length ?? 0;
}

/** Returns distinct texts of the first rows other than words for missing values, or of later rows. */
function sampleOf({ codes, texts }: CodedTexts, rows: number): Set<string> {
  const values = new Set<string>();
  const add = (code: number) => {
    const isValue = code >= 0 && !missing.has(texts[code]!);
    if (isValue) values.add(telling(texts[code]!));
    return isValue;
  };
  // Codes are in order of appearance.
  let known = -1;
  for (let row = 0; row < Math.min(rows, codes.length); row++) {
    if (codes[row]! <= known) continue;
    known = codes[row]!;
    add(known);
  }
  if (values.size > 0) return values;
  let found = 0;
  for (let row = 0; row < codes.length && found < MAX_LATER_ROWS; row++) {
    if (add(codes[row]!)) found++;
  }
  return values;
}

/** Asks of a column in memory, each distinct text once. */
export function codedTexts(coded: CodedTexts, sampled: number): ColumnTexts {
  const { codes, texts } = coded;
  const counts = new Float64Array(texts.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code >= 0) counts[code]!++;
  }
  const count = (test: (text: string) => boolean): number => {
    let sum = 0;
    for (let code = 0; code < texts.length; code++) if (test(texts[code]!)) sum += counts[code]!;
    return sum;
  };
  const counted = (wordOf: (text: string) => string | null): WordCount[] => {
    const words = new Map<string, number>();
    for (let code = 0; code < texts.length; code++) {
      const word = wordOf(texts[code]!);
      if (word !== null) words.set(word, (words.get(word) ?? 0) + counts[code]!);
    }
    return [...words];
  };
  return {
    present: counts.reduce((sum, each) => sum + each, 0),
    sample: sampleOf(coded, sampled),
    misfits: async (form) => {
      const fits = formTest(form);
      return count((text) => !fits(text));
    },
    failing: async (form) => {
      const fits = formTest(form);
      return counted((text) => (fits(text) ? null : telling(text)))
        .sort(byCount)
        .slice(0, MAX_FAILING);
    },
    matching: async (pattern, form) => count(patternTester(pattern, form)),
    decimals: async (form) => {
      const digitsOf = digitsCounter(form);
      const found = { least: Number.POSITIVE_INFINITY, most: 0, hasPowers: false };
      for (const text of texts) {
        if (missing.has(text)) continue;
        const digits = digitsOf(text);
        if (digits < found.least) found.least = digits;
        if (digits > found.most) found.most = digits;
        found.hasPowers ||= text.includes('e-') || text.includes('E-');
      }
      return found.least > found.most ? { ...found, least: 0 } : found;
    },
    zones: async (form) => {
      const fits = formTest(form);
      const zone = /[+-][0-9]{2}(:?[0-9]{2})?$/;
      return counted((text) => (fits(text) ? (zone.exec(text)?.[0] ?? '') : null))
        .sort(byCount)
        .slice(0, MAX_ZONES);
    },
    numeric: async () => ({
      inDigits: count((text) => {
        const digits = text.match(/[0-9]/g)?.length ?? 0;
        return digits > 0 && digits >= (text.match(/\p{L}/gu)?.length ?? 0);
      }),
      distinct: texts.length,
    }),
    ordered: async () =>
      counted((text) => text)
        .sort((a, b) => inOrder(a[0], b[0]))
        .slice(0, MAX_DAYS),
  };
}
