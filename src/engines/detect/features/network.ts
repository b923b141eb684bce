import { DAY } from '../../table/datetime-form.ts';
import { radixSort } from '../arrays/ranked-column.ts';
import { amountText, countText, numberText } from '../explain/words.ts';
import type { Codes } from './codes.ts';
import type { Feature } from './feature.ts';
import { hasHistory, type Ledger, type LedgerWithHistory } from './ledger.ts';

/** Counts distinct partners within the last seven days, including this row, per hub. */
function degrees(
  hub: Codes,
  { partner, time, byTime }: { partner: Codes; time: Float64Array; byTime: Uint32Array },
): Float32Array {
  const keys = Uint32Array.from(hub.codes, (code) => code + 1);
  const order = radixSort(keys, byTime.slice(), hub.count);
  const values = new Float32Array(hub.codes.length).fill(Number.NaN);
  const counts = new Uint32Array(partner.count);
  let start = 0;
  let distinct = 0;
  const leave = (row: number) => {
    const code = partner.codes[row];
    if (code >= 0 && --counts[code] === 0) distinct--;
  };
  for (let place = 0; place < order.length; place++) {
    const row = order[place];
    while (
      start < place &&
      (hub.codes[order[start]] !== hub.codes[row] || time[row] - time[order[start]] > 7 * DAY)
    )
      leave(order[start++]);
    const code = partner.codes[row];
    if (code >= 0 && counts[code]++ === 0) distinct++;
    if (hub.codes[row] >= 0 && code >= 0) values[row] = distinct;
  }
  // Rows of the same moment count each other, independent of row order.
  for (let place = order.length - 2; place >= 0; place--) {
    const [row, next] = [order[place], order[place + 1]];
    if (hub.codes[row] === hub.codes[next] && time[row] === time[next]) values[row] = values[next];
  }
  return values;
}

/** Counts an account's payees, and its payers, within a week (files of transfers). */
export function networkFeatures(ledger: Ledger): Feature[] {
  const partner = ledger.codes('counterparty');
  if (!hasHistory(ledger) || partner === undefined) return [];
  const { time, owner, history } = ledger;
  const byTime = history.slice().sort((a, b) => time[a] - time[b]);
  const out = degrees(owner, { partner, time, byTime });
  const into = degrees(partner, { partner: owner, time, byTime });
  return [
    {
      name: 'fan_out',
      values: out,
      tail: 'high',
      weight: 0.6,
      sentence: (row) =>
        `${ledger.ownerNoun} ${owner.text(owner.codes[row])} has ${countText(out[row], 'counterpart')} within 7 days`,
    },
    {
      name: 'fan_in',
      values: into,
      tail: 'high',
      weight: 0.6,
      sentence: (row) =>
        `counterparty ${partner.text(partner.codes[row])} has ${countText(into[row], ledger.ownerNoun)} within 7 days`,
    },
    roundTrips(ledger, { owner, partner, byTime }),
  ];
}

/** Finds money that returns from the account it was sent to: at least 90 % within 30 days. */
function roundTrips(
  ledger: LedgerWithHistory,
  { owner, partner, byTime }: { owner: Codes; partner: Codes; byTime: Uint32Array },
): Feature {
  const values = new Float32Array(ledger.rows);
  const texts = new Map<string, number>();
  for (let code = 0; code < owner.count; code++) texts.set(owner.text(code), code);
  const asOwner = Int32Array.from(
    { length: partner.count },
    (_, code) => texts.get(partner.text(code)) ?? -1,
  );
  const lastSent = new Map<number, number>();
  const { time, amounts } = ledger;
  for (const row of byTime) {
    const from = owner.codes[row];
    const to = asOwner[partner.codes[row]] ?? -1;
    if (from < 0 || to < 0 || from === to || amounts === null) continue;
    const sent = lastSent.get(to * owner.count + from);
    if (sent !== undefined && time[row] - time[sent] <= 30 * DAY) {
      const share = Math.abs(amounts[row] / amounts[sent]);
      if (share >= 0.9 && share <= 1.1) values[row] = 1;
    }
    lastSent.set(from * owner.count + to, row);
  }
  return {
    name: 'round_trip',
    values,
    tail: 'high',
    weight: 0.5,
    adds: 0.3,
    tag: 'round trip',
    sentence: (row) =>
      `${amountText(ledger, row)} goes back to the account it came from: ${numberText(Math.abs(amounts?.[row] ?? Number.NaN))} within 30 days`,
  };
}
