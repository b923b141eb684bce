import type { RandomStream } from '../../random/stream.ts';
import { chance, pick } from '../bank/draws.ts';
import { streamOf } from '../world/draws.ts';
import { drawPerson } from '../world/people.ts';
import { type CellBook, cellId } from './cell-book.ts';

type PartyKind = 'broker' | 'repairer' | 'doctor' | 'attorney' | 'person';

/** Parties of a cell: businesses that many claims share, and persons of one claim or of a ring. */
export type PartyPool = {
  businesses: Record<Business, string[]>;
  /** Adds a person, or returns the party of a policyholder. */
  person: (given?: { city?: string; family?: string; ages?: readonly [number, number] }) => string;
  policyholder: (index: number) => string;
  /** Draws a person: now and then a policyholder, as drivers of a town meet twice. */
  anyone: (stream: RandomStream) => string;
};

const TITLES: Record<Business, readonly string[]> = {
  broker: ['Insurance Agency', 'Insurance Brokers', 'Coverage Group'],
  repairer: ['Auto Body', 'Collision Center', 'Paint and Body', 'Glass and Body'],
  doctor: ['Family Medicine', 'Chiropractic', 'Orthopedics', 'Physical Therapy'],
  attorney: ['Law Office', 'Injury Law', 'Legal Group'],
};
/** Share of the other persons of claims that are policyholders of the cell (assumed). */
const POLICYHOLDER = 0.2;

type Business = Exclude<PartyKind, 'person'>;

/** Opens the parties of a cell with so many businesses of each kind. */
export function openParties(book: CellBook, counts: Partial<Record<Business, number>>): PartyPool {
  const stream = streamOf(book.plan, book.cell, 'parties');
  const { parties } = book.rows;
  const push = (
    kind: PartyKind,
    name: string,
    rest: { phone: string; city: string; policyholder: string },
  ) => {
    const id = cellId('Q', book, parties.length + 1);
    parties.push({
      party_id: id,
      kind,
      name,
      phone: rest.phone,
      city: rest.city,
      policyholder_id: rest.policyholder,
    });
    return id;
  };
  const draw = (given: { city?: string; family?: string; ages?: readonly [number, number] } = {}) =>
    drawPerson(stream, {
      country: book.plan.country,
      day: book.start,
      tag: `${parties.length}`,
      ...given,
    });
  const business = (kind: Business) => () => {
    const { name, phone, city } = draw();
    return push(kind, `${name.split(' ').at(-1)} ${pick(stream, TITLES[kind])}`, {
      phone,
      city,
      policyholder: '',
    });
  };
  const kinds = Object.keys(TITLES) as Business[];
  const businesses = Object.fromEntries(
    kinds.map((kind) => [kind, Array.from({ length: counts[kind] ?? 0 }, business(kind))]),
  ) as PartyPool['businesses'];
  const known = new Map<number, string>();
  const person: PartyPool['person'] = (given) => {
    const { name, phone, city } = draw(given);
    return push('person', name, { phone, city, policyholder: '' });
  };
  const policyholder = (index: number) => {
    const before = known.get(index);
    if (before !== undefined) return before;
    const { policyholder_id, full_name, phone, city } = book.rows.policyholders[index];
    const id = push('person', full_name, { phone, city, policyholder: policyholder_id });
    known.set(index, id);
    return id;
  };
  const anyone: PartyPool['anyone'] = (own) =>
    chance(own, POLICYHOLDER) ? policyholder(own.below(book.rows.policyholders.length)) : person();
  return { businesses, person, policyholder, anyone };
}
