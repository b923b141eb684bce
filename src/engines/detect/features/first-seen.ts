import type { Role } from '../../meaning/events/column-roles.ts';
import { countText, percentText } from '../explain/words.ts';
import type { Feature } from './feature.ts';
import { hasHistory, type Ledger } from './ledger.ts';
import { eachOwner, missing } from './owner-spans.ts';
import { SHORTEST_HISTORY } from './usual-amount.ts';

const WATCHED: readonly Role[] = [
  'counterparty',
  'country',
  'device',
  'merchant',
  'category',
  'channel',
];

/** Scores values new to the owner as -ln of the share of first values among its rows so far. */
export function firstSeenFeatures(ledger: Ledger): Feature[] {
  if (!hasHistory(ledger)) return [];
  const { history } = ledger;
  return WATCHED.flatMap((role): Feature[] => {
    const categories = ledger.codes(role);
    if (categories === undefined || categories.count < 2) return [];
    const { codes } = categories;
    const values = missing(ledger.rows);
    const earlier = new Uint32Array(ledger.rows);
    const lastOwner = new Int32Array(categories.count).fill(-1);
    let owner = 0;
    eachOwner(ledger, (from, to) => {
      let seen = 0;
      let firsts = 0;
      for (let place = from; place < to; place++) {
        const row: number = history[place];
        const code = codes[row];
        if (code < 0) continue;
        const isFirst = lastOwner[code] !== owner;
        lastOwner[code] = owner;
        if (seen >= SHORTEST_HISTORY) {
          values[row] = isFirst ? -Math.log((firsts + 0.5) / (seen + 1)) : 0;
          earlier[row] = seen;
        }
        seen++;
        if (isFirst) firsts++;
      }
      owner++;
    });
    return [
      {
        name: `first_${role}`,
        values,
        fact: 'first seen',
        tail: 'high',
        weight: 0.5,
        sentence: (row) =>
          `${role} ${categories.text(codes[row])} is new to this ${ledger.ownerNoun}: not in its ` +
          `${countText(earlier[row], 'earlier row')}, about ${percentText(Math.exp(-values[row]))} of which named a new ${role}`,
      },
    ];
  });
}
