import { amountText, percentText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import { isTransfers } from './is-transfers.ts';
import { jointTails } from './joint-tails.ts';
import type { Ledger } from './ledger.ts';
import { recursEnough } from './rarity.ts';

const ADDS = 0.75;

/**
 * Compares the amount with all of its channel and direction: a large amount in a rare channel
 * (cash, checks) is rarer than its amount and its channel alone.
 */
export function channelAmountFeatures(ledger: Ledger): Feature[] {
  const channel = ledger.codes('channel');
  const { sizes, amounts } = ledger;
  if (channel === undefined || sizes === null || amounts === null) return [];
  if (!recursEnough(channel) || isTransfers(ledger)) return [];
  const isOut = (row: number) => amounts[row] < 0;
  const groups = channel.codes.map((code, row) =>
    code < 0 ? -1 : 2 * code + (isOut(row) ? 1 : 0),
  );
  const values = jointTails(sizes, groups, 2 * channel.count);
  return [
    {
      name: 'amount_in_channel',
      fact: 'amount',
      values,
      tail: 'high',
      weight: 0.4,
      adds: ADDS,
      sentence: (row) =>
        `${amountText(ledger, row)}: ${percentText(Math.exp(-values[row]))} of all rows are as large, ${isOut(row) ? 'outgoing' : 'incoming'}, by ${channel.text(channel.codes[row])}`,
    },
  ];
}
