import { type Amount, amountText } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import type { WrittenAccount } from '../write/statement.ts';
import { cut, toXml } from '../write/text.ts';

const IBAN = /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/;
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** Writes an element with a text cut to `length`; nothing for null. */
export const element = (name: string, text: string | null, length: number): string => {
  const value = text === null ? '' : cut(text, length);
  return value === '' ? '' : `<${name}>${toXml(value)}</${name}>`;
};

const absolute = (amount: Amount): Amount => (amount < 0n ? -amount : amount);

export const money = (amount: Amount, currency: string): string =>
  `<Amt Ccy="${currency}">${amountText(absolute(amount), decimalsOf(currency))}</Amt>`;

export const side = (amount: Amount): string =>
  `<CdtDbtInd>${amount < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

export const accountId = (number: string): string =>
  IBAN.test(number)
    ? `<Id><IBAN>${number}</IBAN></Id>`
    : `<Id><Othr>${element('Id', number, 34)}</Othr></Id>`;

export const bankId = (bank: string): string =>
  BIC.test(bank)
    ? `<FinInstnId><BICFI>${bank}</BICFI></FinInstnId>`
    : `<FinInstnId><ClrSysMmbId>${element('MmbId', bank, 35)}</ClrSysMmbId></FinInstnId>`;

export const accountElement = ({ number, currency, holder, bank }: WrittenAccount): string =>
  `<Acct>${accountId(number)}<Ccy>${currency}</Ccy>` +
  (holder === null ? '' : `<Ownr>${element('Nm', holder, 140)}</Ownr>`) +
  (bank === null ? '' : `<Svcr>${bankId(bank)}</Svcr>`) +
  '</Acct>';
