import { languagesOfName } from '../persons/conventions.ts';
import { pick } from '../persons/draw-person.ts';
import { areCapitals, nameOrder } from '../persons/name-order.ts';
import { splitTitles, titleFor } from '../persons/titles.ts';
import { isCompany, writeCompany } from './employer.ts';
import type { Kind } from './kind.ts';

const INITIALS = [...'ABCDEFGHJKLMNPRSTVW'];

export const personName: Kind = {
  headers: [
    'name|full name|person full name|legal name|name on card|name on account',
    'vollstandiger name|kundenname|vor und nachname|name vorname',
    'nom|nom complet|nom et prenom|nom prenom|nom du client|nom du titulaire',
    'nombre|nombre completo|nombre del cliente|nombre y apellidos',
    'nome e cognome|cognome e nome|nominativo|nome cliente',
    'naam|volledige naam|klantnaam',
    'nome|nome completo|nome do cliente',
  ],
  identifies: true,
  languages: languagesOfName,
  form(texts, threshold) {
    const companies = texts.filter(isCompany).length;
    const { names, titles } = splitTitles(texts, threshold);
    return {
      style: {
        capitals: areCapitals(names),
        ...nameOrder(names),
        ...(titles.length > 0 && { titles }),
        ...(companies >= threshold && { companies: companies / texts.length }),
      },
    };
  },
  make: ({ stream, person, style }) => {
    const {
      language,
      familyFirst,
      withoutComma,
      capitalFamily,
      companies = 0,
      initials = 0,
      short,
      titles = [],
    } = style;
    if (companies > 0 && stream.float() < companies) return writeCompany(language, stream);
    const { given, family } = person;
    const both = ['es', 'pt'].includes(language) ? `${family} ${person.secondFamily}` : family;
    const last = capitalFamily ? both.toUpperCase() : both;
    const hasInitial = initials > 0 && stream.float() < initials;
    const full = hasInitial ? `${given} ${pick(INITIALS, stream)}.` : given;
    const first = short === undefined ? full : `${given[0]}${short.slice(1)}`;
    const title = titles.length === 0 ? '' : titleFor(person, titles, { language, stream });
    return familyFirst
      ? `${title}${last}${withoutComma ? '' : ','} ${first}`
      : `${title}${first} ${last}`;
  },
};
