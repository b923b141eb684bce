const EN = 'sunday monday tuesday wednesday thursday friday saturday';
const DE = 'sonntag montag dienstag mittwoch donnerstag freitag samstag';
const FR = 'dimanche lundi mardi mercredi jeudi vendredi samedi';
const ES = 'domingo lunes martes miércoles jueves viernes sábado';
const IT = 'domenica lunedì martedì mercoledì giovedì venerdì sabato';
const NL = 'zondag maandag dinsdag woensdag donderdag vrijdag zaterdag';
const PT = 'domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado';

const list = (text: string): readonly string[] => text.split(' ');
const short = (text: string, letters: number): readonly string[] =>
  list(text).map((name) => name.slice(0, letters));

const set = (months: string, weekdays: readonly string[]) => ({ months: list(months), weekdays });

/** Lower-case month and weekday names, Sunday first (Unicode CLDR 46, and common abbreviations). */
export const NAME_SETS = {
  'en-short': set('jan feb mar apr may jun jul aug sep oct nov dec', short(EN, 3)),
  'en-short-sept': set('jan feb mar apr may jun jul aug sept oct nov dec', short(EN, 3)),
  'en-long': set(
    'january february march april may june july august september october november december',
    list(EN),
  ),
  'de-short': set('jan feb mär apr mai jun jul aug sep okt nov dez', short(DE, 2)),
  'de-short-mrz': set('jan feb mrz apr mai jun jul aug sep okt nov dez', short(DE, 2)),
  'de-short-dot': set(
    'jan. feb. märz apr. mai juni juli aug. sept. okt. nov. dez.',
    short(DE, 2).map((name) => `${name}.`),
  ),
  'de-long': set(
    'januar februar märz april mai juni juli august september oktober november dezember',
    list(DE),
  ),
  'fr-short': set('janv févr mars avr mai juin juil août sept oct nov déc', short(FR, 3)),
  'fr-short-dot': set(
    'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
    short(FR, 3).map((name) => `${name}.`),
  ),
  'fr-long': set(
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    list(FR),
  ),
  'es-short': set('ene feb mar abr may jun jul ago sep oct nov dic', short(ES, 3)),
  'es-short-sept': set('ene feb mar abr may jun jul ago sept oct nov dic', short(ES, 3)),
  'es-short-dot': set(
    'ene. feb. mar. abr. may. jun. jul. ago. sep. oct. nov. dic.',
    short(ES, 3).map((name) => `${name}.`),
  ),
  'es-long': set(
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    list(ES),
  ),
  'it-short': set('gen feb mar apr mag giu lug ago set ott nov dic', short(IT, 3)),
  'it-long': set(
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    list(IT),
  ),
  'nl-short': set('jan feb mrt apr mei jun jul aug sep okt nov dec', short(NL, 2)),
  'nl-short-dot': set('jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.', short(NL, 2)),
  'nl-long': set(
    'januari februari maart april mei juni juli augustus september oktober november december',
    list(NL),
  ),
  'pt-short': set('jan fev mar abr mai jun jul ago set out nov dez', short(PT, 3)),
  'pt-short-dot': set(
    'jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.',
    short(PT, 3).map((name) => `${name}.`),
  ),
  'pt-long': set(
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    list(PT),
  ),
} as const satisfies Record<string, { months: readonly string[]; weekdays: readonly string[] }>;

export type NameSet = keyof typeof NAME_SETS;
export const NAME_SET_IDS = Object.keys(NAME_SETS) as NameSet[];

export type LetterCase = 'lower' | 'title' | 'upper';

export function inCase(name: string, letters: LetterCase): string {
  if (letters === 'upper') return name.toUpperCase();
  return letters === 'title' ? name[0]!.toUpperCase() + name.slice(1) : name;
}
