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

const MERCHANTS = Array.from({ length: 900 }, (_, i) => {
  const random = streamFor(77n, i, 0);
  const town = pickRanked(random, TOWNS.slice(0, 240), 2);
  return {
    name: String(527_213_246_127_876 + i * 7_919_131_313),
    town,
    zip: pick(random, town.zips),
    code: pick(random, ['5411', '5411', '5541', '5812', '5814', '4900', '5300', '7832', '4121']),
    usual: money(random, 5, 150),
  };
});

const two = (value: number) => String(value).padStart(2, '0');
const stamp = (row: Cells) => [row.Year, two(Number(row.Month)), two(Number(row.Day))].join('');

/** Card histories of 30 users: a merchant has one category, a postal code one town. */
export const cards: FileKind = {
  name: 'card histories',
  entity: 'User',
  tables: (seed) => {
    const rows: Cells[] = [];
    for (let user = 0; user < 30; user++) {
      const random = streamFor(seed, user, 4);
      const favorites = Array.from({ length: 40 }, () => pick(random, MERCHANTS));
      const last = daysFromCivil(2019, 1, 1) + 500;
      const pause = 0.4 + 1.5 * random.float();
      for (
        let time = daysFromCivil(2019, 1, 1) + random.float() * 60;
        time < last;
        time += -Math.log(1 - random.float()) * pause
      ) {
        const shop =
          random.float() < 0.85 ? pickRanked(random, favorites, 2.2) : pick(random, MERCHANTS);
        const { year, month, day } = civilFromDays(Math.floor(time));
        const online = random.float() < 0.08;
        rows.push({
          User: String(user),
          Card: String(Number(random.float() < 0.3)),
          Year: String(year),
          Month: String(month),
          Day: String(day),
          Time: `${two(7 + random.below(15))}:${two(random.below(60))}`,
          Amount: `$${(shop.usual * (0.5 + random.float())).toFixed(2)}`,
          'Use Chip': online ? 'Online Transaction' : 'Swipe Transaction',
          'Merchant Name': shop.name,
          'Merchant City': online ? 'ONLINE' : shop.town.city,
          'Merchant State': online ? '' : shop.town.state,
          Zip: online ? '' : shop.zip,
          MCC: shop.code,
        });
      }
    }
    return { rows: tableOf(rows) };
  },
  lines: [
    perValue('MCC', 'Merchant Name'),
    perValue('Merchant City', 'Zip'),
    perValue('Merchant State', 'Merchant City', 0.1),
    share('dates in order', ({ rows }) => {
      let [kept, steps] = [0, 0];
      for (const own of Map.groupBy(rows!, (row) => row.User).values())
        for (let i = 1; i < own.length; i++) {
          steps++;
          if (stamp(own[i]!) >= stamp(own[i - 1]!)) kept++;
        }
      return kept / steps;
    }),
  ],
};
