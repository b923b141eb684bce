import { codePattern } from '../../synthesize/columns/code-pattern.ts';
import type { TextLanguage } from '../../synthesize/columns/text-style.ts';
import { isCompany } from '../kinds/employer.ts';
import { KIND_OF } from '../kinds/kinds.ts';
import type { PersonalForm } from './make-personal.ts';
import { type PersonalTexts, personalStyle } from './personal-style.ts';
import { findShapes } from './shapes.ts';

/** Share of values from which a check character is a rule of the file. */
const CHECKED_SHARE = 0.995;

/**
 * Derives the form of a personal column: style, pattern or shapes, check character.
 *
 * @param texts each once
 * @param threshold minimum number of values that have whatever is kept
 */
export function personalForm(
  { personal, texts }: PersonalTexts,
  { language, threshold }: { language: TextLanguage | null; threshold: number },
): PersonalForm {
  const style = personalStyle({ personal, texts }, { language, threshold });
  const form = { personal, style };
  const { isChecked: test } = KIND_OF[personal];
  const isChecked = test !== undefined && texts.filter(test).length >= CHECKED_SHARE * texts.length;
  switch (personal) {
    case 'person_name': {
      const companies = texts.filter(isCompany).length;
      return companies < threshold
        ? form
        : { ...form, style: { ...style, companies: companies / texts.length } };
    }
    case 'national_id':
    case 'iban':
      return { ...form, pattern: codePattern(texts, threshold) };
    case 'vin':
      return { ...form, pattern: codePattern(texts, threshold), isChecked };
    case 'device_id':
      return {
        ...form,
        pattern: codePattern(texts, threshold),
        shapes: findShapes(texts, threshold),
        isChecked,
      };
    case 'ip_address':
      return { ...form, isWide: true };
    case 'license_plate':
      return { ...form, shapes: findShapes(texts, threshold) };
    default:
      return form;
  }
}
