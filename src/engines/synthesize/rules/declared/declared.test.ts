import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { formatTable } from '../../../table/format-table.ts';
import { parseColumns } from '../../../table/parse-columns.ts';
import type { Table } from '../../../table/table.ts';
import { fit, sample } from '../../index.ts';
import { orderSentence } from '../column-orders.ts';
import { derivedSentences } from '../derived/derived-sentence.ts';
import { plantedFiles } from '../planted-rules.fixture.ts';
import { ruleSentences } from '../rules.ts';
import { declaredShares, declareRules } from './declare.ts';

/** Claims of which a tenth breaks the rule of what is paid. */
function claims(): Table {
  const rows = Array.from({ length: 400 }, (_, i) => {
    const random = streamFor(3n, i, 1);
    const status = random.below(3) === 0 ? 'under review' : 'closed';
    const [claimed, deductible] = [100 + random.below(5000), 250 * random.below(3)];
    const paid = status === 'closed' ? Math.max(0, claimed - deductible) : 0;
    return {
      status,
      claimed,
      deductible,
      'paid out': i % 10 === 0 ? 7 : paid,
      lines: random.below(9),
    };
  });
  const names = Object.keys(rows[0]!) as (keyof (typeof rows)[0])[];
  return parseColumns(
    names,
    names.map((name) => rows.map((row) => String(row[name]))),
  );
}

const table = claims();
const PAID = 'paid out = max(0, claimed − deductible) where status is closed';
const OPEN = 'paid out = 0 where status is under review';

const sentenceOf = (rule: string, of: Table): string => {
  const { derived, orders } = declareRules(
    [rule],
    of,
    of.columns.map(() => true),
  );
  const [sentence] = derived.flatMap((own) => derivedSentences(own, (i) => of.columns[i]!.name));
  return sentence ?? orderSentence(orders[0]!, of);
};

test('sentences of found rules declare the same rules', () => {
  const isOther = (sentence: string) =>
    /(repays|belongs to|is (always|never on)|(first|last) (day )?of the month)/.test(sentence);
  for (const { table: of, rules } of plantedFiles())
    for (const { sentence } of rules)
      if (!isOther(sentence)) expect(sentenceOf(sentence, of)).toBe(sentence);
});

test.each([
  ['"paid out" = max(0, claimed - deductible) where status is closed', PAID],
  [
    'paid out = min(lines, max(claimed - deductible, 0)) where lines >= 3 and claimed < 100',
    'paid out = min(max(0, claimed − deductible), lines) where lines > 2 and claimed ≤ 99',
  ],
  ['paid out = (claimed - 1200) * 19 %', 'paid out = claimed × 0.19 − 228'],
  [
    'paid out = claimed where 3 < lines <= 5 and status is closed or "under review"',
    'paid out = claimed where 3 < lines ≤ 5 and status is closed or under review',
  ],
  [
    'paid out = deductible + claimed * lines / 1000',
    'paid out = claimed × lines / 1000 + deductible',
  ],
  ['deductible <= claimed', 'deductible is never above claimed'],
])('%s', (rule, sentence) => {
  expect(sentenceOf(rule, table)).toBe(sentence);
});

test.each([
  ['paid = claimed', 'expected a column at "paid = claimed"'],
  ['claimed = paid out *', 'expected a column or a number at its end'],
  ['claimed = paid out * 2 + lines * 3', 'expected a sum of columns, or a product'],
  ['claimed = max(lines, deductible)', 'expected a number as one bound'],
  [
    'claimed = lines where status is open',
    'expected a value of status (closed, under review) at "open"',
  ],
  ['claimed = lines where status > 3', 'expected "is", since status is no number'],
  ['claimed = lines when status is closed', 'expected "where" at "when status is closed"'],
  ['claimed is 3 days after lines', 'expected a date, but lines is a number'],
  ['claimed = lines + claimed', 'derive claimed from itself'],
  ['claimed = lines * status', 'status holds no numbers'],
])('%s is refused', (rule, message) => {
  expect(() => sentenceOf(rule, table)).toThrow(message);
});

test('declared rules hold in every drawn row, rejected ones are left out', () => {
  const options = { mode: 'balanced', seed: 1n } as const;
  expect(declaredShares([PAID, OPEN], table).map(({ share }) => share < 0.95)).toEqual([
    true,
    true,
  ]);
  const model = fit(table, { ...options, rules: { declared: [PAID, OPEN] } });
  expect(ruleSentences(model, table.columns)).toEqual(expect.arrayContaining([PAID, OPEN]));
  const { names, textColumns } = formatTable(sample(model, { rows: 1000, seed: 2n }));
  const at = (name: string) => textColumns[names.indexOf(name)]!;
  for (let row = 0; row < 1000; row++) {
    const expected =
      at('status')[row] === 'closed'
        ? Math.max(0, Number(at('claimed')[row]) - Number(at('deductible')[row]))
        : 0;
    expect(Number(at('paid out')[row])).toBe(expected);
  }
  const without = fit(table, { ...options, rules: { declared: [PAID, OPEN], rejected: [OPEN] } });
  expect(ruleSentences(without, table.columns)).not.toContain(OPEN);
  expect(() => fit(table, { ...options, rules: { rejected: ['lines = 3'] } })).toThrow(
    'No rule "lines = 3" was found, so it cannot be rejected.',
  );
});
