import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { numberParser } from '../../../shared/layouts/number-parser.ts';
import { AmountStrip } from '../../charts/amount-strip.tsx';
import type { AnalysisRecord } from '../../data/exception-contents.ts';
import type { ExceptionCase } from '../../data/rows.ts';

type Amounts = { earlier: { text: string; value: number }[]; own: { text: string; value: number } };

/** Returns the amounts of a case and of its account's earlier rows in the same currency. */
export function amountsOf(
  { values = {}, before = [] }: Pick<ExceptionCase, 'values' | 'before'>,
  { roles = {}, historyColumns }: Pick<AnalysisRecord, 'roles' | 'historyColumns'>,
  layout: readonly ColumnLayout[],
): Amounts | null {
  const { amount, currency } = roles;
  if (amount === undefined || values[amount] == null) return null;
  const form = layout.find(({ name }) => name === amount)?.form;
  const parse = form?.kind === 'number' ? numberParser(form) : Number;
  const read = (text: string) => ({ text, value: parse(text) });
  const at = historyColumns.indexOf(amount);
  const unit = currency === undefined ? -1 : historyColumns.indexOf(currency);
  const earlier = before
    .filter((row) => unit === -1 || row.values[unit] === String(values[currency!] ?? ''))
    .flatMap((row) => (row.values[at] == null ? [] : [read(row.values[at])]))
    .filter(({ value }) => Number.isFinite(value));
  const own = read(String(values[amount]));
  return earlier.length < 3 || !Number.isFinite(own.value) ? null : { earlier, own };
}

export function UsualAmounts(props: {
  exception: ExceptionCase;
  analysis: AnalysisRecord | null;
  layout: readonly ColumnLayout[];
}) {
  const amounts = props.analysis && amountsOf(props.exception, props.analysis, props.layout);
  if (amounts === null) return null;
  return (
    <>
      <h4 className="mt-6 mb-1.5 text-ink-soft">Amounts of the account, newest last</h4>
      <AmountStrip {...amounts} />
    </>
  );
}
