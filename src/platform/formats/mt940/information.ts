import type { Entry } from '../model.ts';

type Information = Pick<
  Entry,
  | 'counterpartyName'
  | 'counterpartyAccount'
  | 'counterpartyBank'
  | 'description'
  | 'reference'
  | 'code'
>;

const NOTHING: Information = {
  counterpartyName: null,
  counterpartyAccount: null,
  counterpartyBank: null,
  description: null,
  reference: null,
  code: null,
};

/** German banks: a three-digit code, then two-digit numbered parts after the same separator. */
const NUMBERED = /^ ?(\d{3})([^\w\s])(?=\d\d)/;
/** SEPA banks of other countries: named parts between slashes. */
const NAMED = /\/(EREF|KREF|MREF|REMI|NAME|BENM|ORDP|IBAN|BIC|TRTP|ISDT|CSID|MARF|SVCL|PREF)\//;
const PURPOSE = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/;

function pairsOf(text: string, mark: RegExp): Map<string, string> {
  const parts = text.split(mark);
  const pairs = new Map([['', parts[0]!.trim()]]);
  for (let i = 1; i < parts.length; i += 2)
    pairs.set(parts[i]!, parts[i + 1]!.replace(/(?<!\/)\/+$/, '').trim());
  return pairs;
}

const some = (text: string | undefined): string | null => text?.trim() || null;

function fromNumbered(text: string, code: string, mark: string): Information {
  const parts = new Map<string, string>();
  for (const part of text.split(mark).slice(1)) parts.set(part.slice(0, 2), part.slice(2));
  const purpose = [...parts].flatMap(([number, value]) =>
    /^(2\d|6[0-3])$/.test(number) ? [value] : [],
  );
  const named = pairsOf(purpose.join(''), PURPOSE);
  return {
    counterpartyName: some((parts.get('32') ?? '') + (parts.get('33') ?? '')),
    counterpartyAccount: some(parts.get('31')),
    counterpartyBank: some(parts.get('30')),
    description: some(named.get('SVWZ')) ?? some(purpose.join('')) ?? some(parts.get('00')),
    reference: some(named.get('EREF')) ?? some(named.get('KREF')),
    code,
  };
}

function fromNamed(text: string): Information {
  const parts = pairsOf(text, NAMED);
  return {
    counterpartyName: some(parts.get('NAME')),
    counterpartyAccount: some(parts.get('IBAN')),
    counterpartyBank: some(parts.get('BIC')),
    description: some(parts.get('REMI')) ?? some(text),
    reference: some(parts.get('EREF')) ?? some(parts.get('KREF')),
    code: null,
  };
}

/** Parses field 86, whose layout depends on the bank; unknown layouts become the description. */
export function informationFrom(text: string): Information {
  const whole = text.replaceAll('\n', '');
  const numbered = NUMBERED.exec(whole);
  if (numbered !== null) return fromNumbered(whole, numbered[1]!, numbered[2]!);
  if (NAMED.test(whole)) return fromNamed(whole);
  return { ...NOTHING, description: some(text.replaceAll('\n', ' ')) };
}
