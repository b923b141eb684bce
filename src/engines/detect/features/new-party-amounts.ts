import { amountText, percentText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import { isTransfers } from './is-transfers.ts';
import { jointTails } from './joint-tails.ts';
import { hasAmounts, type Ledger } from './ledger.ts';
import { eachOwner } from './owner-spans.ts';

const ADDS = 1;

/**
 * Compares the amount with those of all first payments between an owner and a counterparty: a large
 * one to or from a stranger is rarer than its amount and a new counterparty alone.
 */
export function newPartyAmountFeatures(ledger: Ledger): Feature[] {
  const parties = ledger.codes('counterparty');
  if (parties === undefined || !hasAmounts(ledger) || isTransfers(ledger)) return [];
  const { history, sizes, rows } = ledger;
  const isNew = new Int32Array(rows).fill(-1);
  const lastOwner = new Int32Array(parties.count).fill(-1);
  eachOwner(ledger, (from, to) => {
    for (const row of history.subarray(from, to)) {
      const code = parties.codes[row];
      if (code < 0) continue;
      if (lastOwner[code] !== from) isNew[row] = 0;
      lastOwner[code] = from;
    }
  });
  const values = jointTails(sizes, isNew, 1);
  for (let row = 0; row < rows; row++) if (isNew[row] < 0) values[row] = 0;
  return [
    {
      name: 'amount_with_new_counterparty',
      fact: 'amount',
      values,
      tail: 'high',
      weight: 0.5,
      adds: ADDS,
      sentence: (row) =>
        `${amountText(ledger, row)} with ${parties.text(parties.codes[row])}, new to this ${ledger.ownerNoun}: ${percentText(Math.exp(-values[row]))} of all rows are as large and with a new counterparty`,
    },
  ];
}
