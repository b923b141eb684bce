import {
  mostShown,
  TEXT_LANGUAGES,
  type TextLanguage,
} from '../../synthesize/columns/text-style.ts';
import { passesIban } from '../../table/check-digits.ts';
import type { Kind } from '../kinds/kind.ts';
import { KIND_OF, type PersonalKind } from '../kinds/kinds.ts';

export type PersonalTexts = { personal: PersonalKind; texts: readonly string[] };

/**
 * Returns the language indicated by IBANs, phones, addresses and names, if it leads by `threshold`
 * values.
 */
export function personalLanguage(
  columns: readonly PersonalTexts[],
  threshold: number,
): TextLanguage | null {
  const spoken = columns.flatMap(({ personal, texts }) => {
    const { languages }: Kind = KIND_OF[personal];
    return languages === undefined ? [] : texts.map(languages);
  });
  const counts = TEXT_LANGUAGES.map((language): [TextLanguage, number] => [
    language,
    spoken.filter((own) => own.length === 1 && own[0] === language).length,
  ]);
  return mostShown(counts, spoken.filter((own) => own.length > 0).length, threshold);
}

/** Returns true if a reference or key is an IBAN, which indicates a country but no person. */
export const areIbans = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.every(passesIban);
