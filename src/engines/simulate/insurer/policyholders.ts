import { streamOf } from '../world/draws.ts';
import { drawPerson, numbered } from '../world/people.ts';
import type { CellBook } from './cell-book.ts';

export function pushPolicyholders(book: CellBook, first: number, count: number): void {
  let before: { family: string; city: string } | undefined;
  for (let i = 0; i < count; i++) {
    const index = first + i;
    const stream = streamOf(book.plan, index, 'person');
    // Every fifth shares name and city with the one before: relatives insure together.
    const kin = index % 5 === 4 ? before : undefined;
    const person = drawPerson(stream, {
      country: book.plan.country,
      day: book.start,
      tag: (index + 1).toString(36),
      ...kin,
    });
    before = { family: person.name.split(' ').at(-1)!, city: person.city };
    book.rows.policyholders.push({
      policyholder_id: numbered('P', book.plan.idPrefix, index + 1),
      full_name: person.name,
      email: person.email,
      phone: person.phone,
      city: person.city,
      birth_year: person.birthYear,
      since: book.end,
    });
  }
}
