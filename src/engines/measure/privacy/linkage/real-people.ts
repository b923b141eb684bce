import type { RandomStream } from '../../../random/stream.ts';
import { shuffled } from '../../statistics/shuffled.ts';
import { People } from '../people.ts';
import { HOLDOUT, type PrivacyTables, TRAIN } from '../privacy-tables.ts';
import type { RealRow } from './real-values.ts';

/** Real rows of either side at most. */
const MAX_ROWS = 50_000;

/** People that rows may be linked to, numbered in random order, so that a number does not tell the side. */
export type RealPeople = {
  /** Person after person. */
  rows: (RealRow & { person: number })[];
  /** By person: 1 who was learned from, 0 who was held out. */
  isTraining: Uint8Array;
};

/** @returns people of both sides, or how many the smaller side has where that is fewer than `least` */
export function realPeople(
  { train, holdout }: Pick<PrivacyTables, 'train' | 'holdout'>,
  { entity, stream, least }: { entity: string | undefined; stream: RandomStream; least: number },
): RealPeople | { fewest: number } {
  const sides = [train, ...(holdout === null ? [] : [holdout])].map((table) =>
    new People(table, entity, stream).take(0, table.rows, MAX_ROWS),
  );
  const [own, held = { people: 0 }] = sides;
  const fewest = Math.min(own.people, held.people);
  if (fewest < least) return { fewest };
  const numbers = shuffled(own.people + held.people, stream);
  const isTraining = new Uint8Array(numbers.length);
  const rows: (RealRow & { person: number })[] = [];
  sides.forEach(({ rows: taken, person: whose }, s) => {
    taken.forEach((row, i) => {
      const number = numbers[s * own.people + (whose?.[i] ?? i)];
      rows.push({ side: s === 0 ? TRAIN : HOLDOUT, row, person: number });
      isTraining[number] = 1 - s;
    });
  });
  rows.sort((a, b) => a.person - b.person);
  return { rows, isTraining };
}
