import { amountText, fromMinorUnits } from '../amount.ts';
import type { Collector } from '../model.ts';
import { digitsAt } from '../text/fields.ts';
import { fieldAt, totalsOf } from './layout.ts';

const HASH_DIGITS = 10n ** 10n;

export type NachaTotals = { count: number; hash: bigint; debits: bigint; credits: bigint };

export const noTotals = (): NachaTotals => ({ count: 0, hash: 0n, debits: 0n, credits: 0n });

export function addTotals(into: NachaTotals, { count, hash, debits, credits }: NachaTotals): void {
  into.count += count;
  into.hash += hash;
  into.debits += debits;
  into.credits += credits;
}

const dollars = (cents: bigint) => amountText(fromMinorUnits(cents, 2), 2);

/** Checks a control record's totals; `positions` are the starts of count, hash and sums. */
export function checkTotals(
  control: { record: string; line: number; of: string; isAdvice: boolean },
  positions: { count: readonly [number, number]; hash: readonly [number, number]; sums: number },
  found: NachaTotals,
  collector: Collector,
): void {
  const { record, line, of, isAdvice } = control;
  const place = { line, path: null };
  const { debits, credits } = totalsOf(isAdvice, positions.sums);
  const stated = (at: readonly [number, number], name: string) =>
    digitsAt(fieldAt(record, at), line, name);
  const check = (
    name: string,
    value: bigint,
    counted: bigint,
    text = String as (n: bigint) => string,
  ) => collector.check({ name, stated: text(value), found: text(counted), place });
  const count = `number of entries and addenda of ${of}`;
  check(count, stated(positions.count, count), BigInt(found.count));
  const hash = `entry hash of ${of}`;
  check(hash, stated(positions.hash, hash), found.hash % HASH_DIGITS);
  check(`debits of ${of}`, stated(debits, `debits of ${of}`), found.debits, dollars);
  check(`credits of ${of}`, stated(credits, `credits of ${of}`), found.credits, dollars);
}
