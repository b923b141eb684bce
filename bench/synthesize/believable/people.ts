import { daysFromCivil, formatIsoDate } from '../../../src/shared/civil-date.ts';
import {
  type Cells,
  different,
  type FileKind,
  madeRows,
  pick,
  pickRanked,
  rowsThat,
} from './file-kind.ts';
import { FAMILY_NAMES, GIVEN_NAMES } from './places.ts';

/** Register of 20,000 players with keys made of their names (`allisar01`). */
export const players: FileKind = {
  name: 'register of players',
  tables: (seed) => {
    const numbers = new Map<string, number>();
    return madeRows(seed, 20_000, (random) => {
      const [given, family] = [
        pickRanked(random, GIVEN_NAMES, 2),
        pickRanked(random, FAMILY_NAMES, 1.3),
      ];
      const born = daysFromCivil(1900, 1, 1) + random.below(36_000);
      const start = `${family.slice(0, 5)}${given.slice(0, 2)}`
        .toLowerCase()
        .replaceAll(/[^a-z]/g, '');
      numbers.set(start, (numbers.get(start) ?? 0) + 1);
      return {
        playerID: `${start}${String(numbers.get(start)).padStart(2, '0')}`,
        birthYear: formatIsoDate(born).slice(0, 4),
        nameFirst: given,
        nameLast: family,
        weight: String(150 + random.below(80)),
        height: String(66 + random.below(12)),
        bats: pick(random, ['R', 'R', 'L', 'B']),
        debut: formatIsoDate(born + 7000 + random.below(3000)),
      };
    });
  },
  lines: [
    different('nameLast'),
    different('nameFirst'),
    rowsThat('keys like allisar01', (row) => /^[a-z]{3,7}\d\d$/.test(row.playerID!)),
    rowsThat('key of the name', (row) => row.playerID!.startsWith(clean(row).slice(0, 4))),
    rowsThat('family names are names', (row) => /^[\p{L}'’ -]{2,}$/u.test(row.nameLast!)),
  ],
};

const clean = (row: Cells) => row.nameLast!.toLowerCase().replaceAll(/[^a-z]/g, '');
