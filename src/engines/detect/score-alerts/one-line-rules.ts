import type { Values } from '../arrays/values.ts';
import type { Feature } from '../features/feature.ts';
import { firstSeenFeatures } from '../features/first-seen.ts';
import { hasAmounts, type Ledger } from '../features/ledger.ts';
import { REPORTING_THRESHOLDS } from '../features/lists.ts';
import { networkFeatures } from '../features/network.ts';
import { ownAmountFeatures } from '../features/own-amounts.ts';
import { paceFeatures } from '../features/pace.ts';
import { inAndOut } from '../features/rules/in-and-out.ts';
import { structuring } from '../features/rules/structuring.ts';

export type OneLineRule = { name: string; scores: Values };

const CASH = /cash|atm|deposit/i;
const CARD = /card|pos|purchase/i;

/**
 * Twelve rules of one line each, as baselines of any detector: a score per row, higher first, NaN
 * where a rule does not apply.
 *
 * @returns no rules if the transactions have no owner, amount or time
 */
export function oneLineRules(ledger: Ledger): OneLineRule[] {
  if (!hasAmounts(ledger)) return [];
  const { amounts, time } = ledger;
  const words = (['channel', 'category', 'direction'] as const).flatMap(
    (role) => ledger.codes(role) ?? [],
  );
  const says = (row: number, pattern: RegExp) =>
    words.some(({ codes, text }) => codes[row] >= 0 && pattern.test(text(codes[row])));
  const size = (row: number) => Math.abs(amounts[row]);
  const rule = (name: string, score: (row: number) => number): OneLineRule => ({
    name,
    scores: Float64Array.from(amounts.keys(), score),
  });
  const feature = (name: string, of: Feature | null | undefined): OneLineRule => ({
    name,
    scores: of?.values ?? new Float64Array(ledger.rows),
  });
  const [pace, network] = [paceFeatures(ledger), networkFeatures(ledger)];
  const named = (features: readonly Feature[], name: string) =>
    features.find((one) => one.name === name);
  const hour = (row: number) => new Date(time[row]).getUTCHours();
  return [
    rule('amount', size),
    rule('incoming amount', (row) => amounts[row]),
    rule('cash deposit x amount', (row) => (says(row, CASH) ? amounts[row] : Number.NaN)),
    rule('not by card x amount', (row) => (says(row, CARD) ? Number.NaN : size(row))),
    rule('round hundreds x amount', (row) => (size(row) % 100 === 0 ? size(row) : Number.NaN)),
    rule('night x amount', (row) => (hour(row) < 6 ? size(row) : Number.NaN)),
    feature('just below the reporting threshold', structuring(ledger, REPORTING_THRESHOLDS)),
    feature('amount against own history', ownAmountFeatures(ledger)[0]),
    feature('daily total against own mean', named(pace, 'sum_within_day')),
    feature('out within 48 hours of coming in', inAndOut(ledger)),
    feature('new counterparty', named(firstSeenFeatures(ledger), 'first_counterparty')),
    feature('payees within 7 days', named(network, 'fan_out')),
  ];
}
