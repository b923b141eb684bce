import {
  type CodeForm,
  type ColumnForm,
  type DatetimeForm,
  NULL_WORDS,
} from '../../../shared/column-layout.ts';
import { escapeRegExp, patternTest } from '../../../shared/layouts/datetime-pattern.ts';
import { numberPattern } from '../../../shared/layouts/number-pattern.ts';
import { pairPattern } from '../../../shared/layouts/pair-form.ts';

type TextTest = (text: string) => boolean;

function matches(pattern: string, flags = ''): TextTest {
  const expression = new RegExp(`^(?:${pattern})$`, flags);
  return (text) => expression.test(text);
}

/** Returns the number of characters, as of SQL's `length`. */
export function lengthOf(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800) pairs++;
  }
  return text.length - pairs;
}

/** Returns the test of one pattern for valid moments; days not in the calendar fail. */
export function patternTester(pattern: string, form: DatetimeForm): TextTest {
  const { looks, impossible, leap } = patternTest(pattern, form);
  const isLike = matches(looks);
  if (leap === null) return isLike;
  const never = impossible.map((one) => matches(one));
  const [isLeapDay, isLeapYear] = [matches(leap.day), matches(leap.years)];
  return (text) =>
    isLike(text) && !never.some((test) => test(text)) && (!isLeapDay(text) || isLeapYear(text));
}

/** Codes are read as text, so the test only needs to exclude sentences. */
function codeTest({ prefix, width }: CodeForm): TextTest {
  const missing = new Set(NULL_WORDS);
  return (text) =>
    !text.includes(' ') &&
    text.startsWith(prefix) &&
    (width === null || lengthOf(text) === width) &&
    !missing.has(text);
}

/** Returns the test of a form that `formSql` is in SQL. */
export function formTest(form: ColumnForm): TextTest {
  switch (form.kind) {
    case 'datetime': {
      const ways = [form.pattern, ...form.also].map((pattern) => patternTester(pattern, form));
      return ways.length === 1 ? ways[0]! : (text) => ways.some((test) => test(text));
    }
    case 'number':
      return matches(numberPattern(form));
    case 'boolean':
      return matches(
        [form.trueText, form.falseText].map((word) => escapeRegExp(word.toLowerCase())).join('|'),
        'iu',
      );
    case 'code':
      return codeTest(form);
    case 'pair':
      return matches(pairPattern(form));
    default:
      return () => true;
  }
}
