import { drawPerson } from '../../meaning/persons/draw-person.ts';
import { makePersonal } from '../../meaning/persons/make-personal.ts';
import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { longTextNumber } from '../../random/text-number.ts';
import { weightedIndex } from '../../random/weighted-index.ts';
import { PURPOSES } from '../random-purposes.ts';
import { type Payments, type PersonPlace, RANKS } from './payments.ts';

const MAX_REDRAWS = 20;

/** Generated name of a person, whole and in parts. */
export type Named = { name: string; given: string; family: string };

/** Draws the persons whom accounts pay, each account's with different names. */
export function personMaker({ name, persons, parts }: Payments, seed: Seed) {
  const drawn = new Map<string, Named[][]>();
  const draw = (number: number): Named => {
    const ofPerson = () => streamFor(seed, number, PURPOSES.payee);
    const { given, family } = drawPerson(name.style?.language ?? 'en', ofPerson());
    const text = makePersonal(name, streamFor(seed, number, PURPOSES.payeeName), ofPerson());
    return { name: text, given, family };
  };
  const ofAccount = (account: string): Named[][] => {
    const used = new Set<string>();
    return persons.map((counts, group) => {
      const share = streamFor(
        seed,
        longTextNumber(`${account}\n${group}`),
        PURPOSES.payees,
      ).float();
      const most = Math.max(
        1,
        counts[Math.min(counts.length - 1, Math.floor(share * counts.length))]!,
      );
      return Array.from({ length: most }, (_, rank) => {
        const key = `${account}\n${group} ${rank}`;
        let own = draw(longTextNumber(key));
        for (let again = 0; again < MAX_REDRAWS && used.has(own.name); again++)
          own = draw(longTextNumber(`${key} ${again}`));
        used.add(own.name);
        return own;
      });
    });
  };
  return {
    payee(account: string, { group, rank }: PersonPlace, stream: RandomStream): Named {
      if (!drawn.has(account)) drawn.set(account, ofAccount(account));
      const own = drawn.get(account)![group]!;
      if (rank > 0) return own[(rank - 1) % own.length]!;
      const at = (weightedIndex(parts[group]!, stream) + stream.float()) / RANKS;
      return own[Math.min(own.length - 1, Math.floor(at * own.length))]!;
    },
    other: (account: string, k: string) => draw(longTextNumber(`${account}\nnamed ${k}`)),
  };
}
