import type { RandomStream } from '../../random/stream.ts';
import type { TextLanguage } from '../../synthesize/columns/text-style.ts';
import { CONVENTIONS } from '../persons/conventions.ts';
import { pick } from '../persons/draw-person.ts';
import type { Kind } from './kind.ts';

const LEGAL_FORMS: Readonly<Record<TextLanguage, readonly string[]>> = {
  en: ['Ltd', 'Inc', 'LLC', 'Group', '& Sons'],
  de: ['GmbH', 'AG', 'KG', 'GmbH & Co. KG', 'e.K.'],
  fr: ['SARL', 'SAS', 'SA', '& Fils'],
  es: ['S.L.', 'S.A.', 'e Hijos S.L.'],
  it: ['S.r.l.', 'S.p.A.', '& Figli'],
  nl: ['B.V.', 'N.V.', '& Zonen'],
  pt: ['Lda', 'S.A.', '& Filhos Lda'],
};

const LEGAL_FORM =
  /(?:^|[\s,&])(?:ltd|limited|inc|incorporated|llc|llp|plc|corp|corporation|company|co|group|holdings?|bank|trust|gmbh|mbh|ag|kg|kgaa|ohg|gbr|ug|e\.?\s?k|e\.?\s?v|e\.?\s?g|sarl|sas|sasu|sa|eurl|snc|s\.?l\.?u?|s\.?a\.?|s\.?r\.?l\.?s?|s\.?p\.?a\.?|b\.?v\.?|n\.?v\.?|v\.?o\.?f\.?|lda|ltda|oy|ab|a\/?s|aps|sp\. z o\.o|s\.r\.o|kft|pty|partners|industries|trading|services|solutions|enterprises|associates|consulting|systems|technologies|logistics|international|ventures|capital|foods|stores|motors|energy|foundation|university|hospital|clinic|insurance|properties|builders|construction)\.?$/i;

/** Returns true for names of companies, by their legal form. */
export const isCompany = (text: string): boolean => LEGAL_FORM.test(text.trim());

/** Generates a company: one or two family names and a legal form. */
export function writeCompany(language: TextLanguage, stream: RandomStream): string {
  const { family } = CONVENTIONS[language].names;
  const owners = [pick(family, stream), ...(stream.below(3) > 0 ? [pick(family, stream)] : [])];
  return `${owners.join(' & ')} ${pick(LEGAL_FORMS[language], stream)}`;
}

/** Companies that identify a person: employers, of whom some employ one. */
export const employer: Kind = {
  headers: [
    'employer|employer name|name of employer|current employer|workplace',
    'arbeitgeber|name des arbeitgebers|dienstgeber',
    'employeur|nom de l employeur',
    'empleador|empresa empleadora|nombre del empleador',
    'datore di lavoro',
    'werkgever|naam werkgever',
    'empregador|entidade patronal|entidade empregadora',
  ],
  make: ({ stream, style }) => writeCompany(style.language, stream),
};
