import type { TextLanguage } from '../../synthesize/columns/text-style.ts';
import type { Kind, PersonalStyle, Written } from '../kinds/kind.ts';
import { KIND_OF, type PersonalKind } from '../kinds/kinds.ts';
import { CONVENTIONS } from './conventions.ts';
import type { PersonalTexts } from './personal-style.ts';

/** Form of a personal column, as far as the file shows it. */
export type PersonalForm = Omit<Written, 'style'> & {
  personal: PersonalKind;
  style?: PersonalStyle | undefined;
};

/** Share of values from which a check character is a rule of the file. */
const CHECKED_SHARE = 0.995;

/**
 * Derives the form of a personal column: style, pattern or shapes, check character.
 *
 * @param texts each once
 * @param language of the file's persons, null if unknown
 * @param threshold minimum number of values that have whatever is kept
 */
export function personalForm(
  { personal, texts }: PersonalTexts,
  { language, threshold }: { language: TextLanguage | null; threshold: number },
): PersonalForm {
  const kind: Kind = KIND_OF[personal];
  const { style, ...form } = kind.form?.(texts, threshold) ?? {};
  const [callingCode] = CONVENTIONS[language ?? 'en'].callingCodes.split(' ');
  const usual: PersonalStyle = {
    language: language ?? 'en',
    capitals: false,
    familyFirst: false,
    callingCode: callingCode!,
  };
  const { isChecked: test } = kind;
  const isChecked = test && texts.filter(test).length >= CHECKED_SHARE * texts.length;
  return {
    personal,
    style: { ...usual, ...style },
    ...form,
    ...(isChecked !== undefined && { isChecked }),
  };
}
