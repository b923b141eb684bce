import type { RandomStream } from '../../../random/stream.ts';
import { shuffled } from '../../statistics/shuffled.ts';
import { People } from '../people.ts';
import { HOLDOUT, type PrivacyTables, TRAIN } from '../privacy-tables.ts';
import type { RealRow } from './real-values.ts';

const MAX_ROWS = 50_000;

/** Candidate people for links, numbered in random order so that numbers do not reveal the side. */
export type RealPeople = {
  rows: (RealRow & { person: number })[];
  /** By person: 1 for training, 0 for holdout. */
  isTraining: Uint8Array;
};

/** Returns the people of both sides, or the size of the smaller side if below `least`. */
export function realPeople(
  { train, holdout }: Pick<PrivacyTables, 'train' | 'holdout'>,
  { entity, stream, least }: { entity: string | undefined; stream: RandomStream; least: number },
): RealPeople | { fewest: number } {
  const sides = [train, ...(holdout === null ? [] : [holdout])].map((table) =>
    new People(table, entity, stream).take(0, table.rows, MAX_ROWS),
  );
  const [own, holdoutSide = { people: 0 }] = sides;
  const fewest = Math.min(own.people, holdoutSide.people);
  if (fewest < least) return { fewest };
  const numbers = shuffled(own.people + holdoutSide.people, stream);
  const isTraining = new Uint8Array(numbers.length);
  const rows: (RealRow & { person: number })[] = [];
  sides.forEach(({ rows: sideRows, person }, s) => {
    sideRows.forEach((row, i) => {
      const number = numbers[s * own.people + (person?.[i] ?? i)];
      rows.push({ side: s === 0 ? TRAIN : HOLDOUT, row, person: number });
      isTraining[number] = 1 - s;
    });
  });
  rows.sort((a, b) => a.person - b.person);
  return { rows, isTraining };
}
