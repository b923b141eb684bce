import type { RandomStream } from '../../random/stream.ts';
import type { PersonalStyle } from '../kinds/kind.ts';
import { KIND_OF } from '../kinds/kinds.ts';
import { drawPerson, type MoreNames } from './draw-person.ts';
import type { PersonalForm } from './personal-form.ts';

const AMERICAN: PersonalStyle = {
  language: 'en',
  capitals: false,
  familyFirst: false,
  callingCode: '1',
};

/**
 * Generates personal data from a reserved or unassigned range, in its column's form.
 *
 * @param stream of the value
 * @param personStream of the person, in the same state for all columns of one person; by default the
 * value is of a person of its own
 * @param more names of the person besides those of the lists; by default the column's own
 */
export function makePersonal(
  { personal, style = AMERICAN, ...form }: PersonalForm,
  stream: RandomStream,
  personStream?: RandomStream,
  more: MoreNames = { [personal === 'last_name' ? 'family' : 'given']: form.names ?? [] },
): string {
  const person = drawPerson(style.language, personStream ?? stream, more);
  // A person's names don't depend on which of them a column reads first.
  if (personStream !== undefined) void [person.given, person.family, person.secondFamily];
  const text = KIND_OF[personal].make({ stream, person, style, ...form });
  return style.capitals ? text.toUpperCase() : text;
}
