import { streamFor } from '../../../src/engines/random/stream.ts';
import { civilFromDays, daysFromCivil } from '../../../src/shared/civil-date.ts';
import {
  type Cells,
  type FileKind,
  money,
  perValue,
  pick,
  pickRanked,
  share,
  tableOf,
} from './file-kind.ts';
import { TOWNS } from './places.ts';

const TRADES = [
  { code: '5411', usual: 60 },
  { code: '5541', usual: 35 },
  { code: '5812', usual: 30 },
  { code: '5814', usual: 12 },
  { code: '4900', usual: 110 },
  { code: '5300', usual: 90 },
  { code: '7832', usual: 20 },
  { code: '4121', usual: 22 },
  { code: '3596', usual: 150 },
];

const MERCHANTS = Array.from({ length: 1200 }, (_, i) => {
  const random = streamFor(77n, i, 0);
  const town = pickRanked(random, TOWNS.slice(0, 240), 4);
  const trade = pickRanked(random, TRADES, 1.6);
  const digits = Array.from({ length: 17 }, () => random.below(10)).join('');
  return {
    name: `${random.below(2) === 0 ? '-' : ''}${1 + random.below(9)}${digits}`,
    town,
    zip: pick(random, town.zips),
    isOnline: random.float() < 0.08,
    code: trade.code,
    usual: trade.usual * (0.6 + random.float()),
  };
});

const two = (value: number) => String(value).padStart(2, '0');
const stamp = (row: Cells) => [row.Year, two(Number(row.Month)), two(Number(row.Day))].join('');

/** Card payments of one user over ten years: a merchant has one category, a postal code one town. */
export const cards: FileKind = {
  name: 'card payments of one user',
  entity: 'Card',
  tables: (seed) => {
    const rows: Cells[] = [];
    const random = streamFor(seed, 0, 4);
    const last = daysFromCivil(2019, 1, 1);
    for (
      let time = daysFromCivil(2009, 1, 1);
      time < last;
      time += -Math.log(1 - random.float()) / 4
    ) {
      const shop = pickRanked(random, MERCHANTS, 3);
      const { year, month, day } = civilFromDays(Math.floor(time));
      const online = shop.isOnline;
      const hour = Math.floor(7 + 15 * random.float() ** 0.8);
      rows.push({
        User: '0',
        Card: String(Math.floor(5 * random.float() ** 2)),
        Year: String(year),
        Month: String(month),
        Day: String(day),
        Time: `${two(hour)}:${two(random.below(60))}`,
        Amount: `$${money(random, shop.usual * 0.5, shop.usual * 2).toFixed(2)}`,
        'Use Chip': online
          ? 'Online Transaction'
          : year < 2015
            ? 'Swipe Transaction'
            : 'Chip Transaction',
        'Merchant Name': shop.name,
        'Merchant City': online ? 'ONLINE' : shop.town.city,
        'Merchant State': online ? '' : shop.town.state,
        Zip: online ? '' : `${shop.zip}.0`,
        MCC: shop.code,
        'Errors?': random.float() < 0.02 ? 'Insufficient Balance' : '',
        'Is Fraud?': 'No',
      });
    }
    return { rows: tableOf(rows) };
  },
  lines: [
    perValue('MCC', 'Merchant Name'),
    perValue('Merchant City', 'Merchant Name'),
    perValue('Merchant City', 'Zip'),
    perValue('Merchant State', 'Merchant City'),
    share('dates in order', ({ rows }) => {
      const inOrder = rows!.filter((row, i) => i > 0 && stamp(row) >= stamp(rows![i - 1]!));
      return inOrder.length / (rows!.length - 1);
    }),
  ],
};
