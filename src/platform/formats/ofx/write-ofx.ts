import { amountText } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import { codesOf } from '../write/codes.ts';
import type {
  WrittenAccount,
  WrittenEntry,
  WrittenFormat,
  WrittenStatement,
} from '../write/statement.ts';
import { cut, toXml } from '../write/text.ts';

const LONGEST_ACCOUNT = 22;
const TYPES =
  /^(CREDIT|DEBIT|INT|DIV|FEE|SRVCHG|DEP|ATM|POS|XFER|CHECK|PAYMENT|CASH|DIRECTDEP|DIRECTDEBIT|REPEATPMT|HOLD|OTHER)$/;
const ACCOUNT_TYPES: Record<string, string> = {
  checking: 'CHECKING',
  business_checking: 'CHECKING',
  savings: 'SAVINGS',
  loan: 'CREDITLINE',
};

const compact = (moment: string): string =>
  moment.replace(/[-:TZ]/g, '').slice(0, 14) + (moment.length > 10 ? '.000[0:GMT]' : '');

/** Escapes non-ASCII characters: some readers assume ASCII whatever OFX declares. */
const plain = (text: string): string =>
  toXml(text).replace(/[^\x20-\x7e]/gu, (c) => `&#${c.codePointAt(0)};`);

const element = (name: string, text: string | null, length: number): string =>
  text === null || text.trim() === '' ? '' : `<${name}>${plain(cut(text, length))}</${name}>`;

const numberOf = ({ number, id }: WrittenAccount): string =>
  number.length <= LONGEST_ACCOUNT ? number : id;

function entryElement(entry: WrittenEntry, decimals: number): string {
  const { kind, code, amount, booked, valueDate, id, counterpartyName, description, reference } =
    entry;
  const type = code !== null && TYPES.test(code) ? code : codesOf(kind, amount >= 0n).ofx;
  return (
    `<STMTTRN><TRNTYPE>${type}</TRNTYPE><DTPOSTED>${compact(booked)}</DTPOSTED><DTAVAIL>${compact(valueDate)}</DTAVAIL>` +
    `<TRNAMT>${amountText(amount, decimals)}</TRNAMT>${element('FITID', id, 255)}${element('REFNUM', reference, 32)}` +
    `${element('NAME', counterpartyName ?? description ?? type, 32)}${element('MEMO', description, 255)}</STMTTRN>\n`
  );
}

const STATUS = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>';

function statementElement({
  account,
  from,
  to,
  closing,
  entries,
  number,
}: WrittenStatement): string {
  const decimals = decimalsOf(account.currency);
  const isCard = account.type === 'credit_card';
  const [prefix, from_] = isCard ? ['CC', 'CCACCTFROM'] : ['', 'BANKACCTFROM'];
  const bank = isCard ? '' : `<BANKID>${toXml(cut(account.bank ?? '999999999', 9))}</BANKID>`;
  const type = isCard
    ? ''
    : `<ACCTTYPE>${ACCOUNT_TYPES[account.type ?? ''] ?? 'CHECKING'}</ACCTTYPE>`;
  return (
    `<${prefix}STMTTRNRS><TRNUID>${toXml(cut(`${account.id}-${number}`, 36))}</TRNUID>${STATUS}<${prefix}STMTRS><CURDEF>${account.currency}</CURDEF>` +
    `<${from_}>${bank}<ACCTID>${toXml(numberOf(account))}</ACCTID>${type}</${from_}>` +
    `<BANKTRANLIST><DTSTART>${compact(from)}</DTSTART><DTEND>${compact(to)}</DTEND>\n` +
    entries.map((entry) => entryElement(entry, decimals)).join('') +
    `</BANKTRANLIST><LEDGERBAL><BALAMT>${amountText(closing, decimals)}</BALAMT><DTASOF>${compact(to)}</DTASOF></LEDGERBAL></${prefix}STMTRS></${prefix}STMTTRNRS>\n`
  );
}

/** OFX 2.1.1 (XML): statements of bank accounts and, in a separate part, of credit cards. */
export const writeOfx: WrittenFormat = {
  period: 'month',
  takes: () => true,
  leavesOut: null,
  create: ({ created }) => {
    let part: 'BANKMSGSRSV1' | 'CREDITCARDMSGSRSV1' | null = null;
    const turnTo = (next: typeof part): string => {
      if (part === next) return '';
      const text = (part === null ? '' : `</${part}>\n`) + (next === null ? '' : `<${next}>\n`);
      part = next;
      return text;
    };
    return {
      headNeedsTotals: false,
      head: () =>
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
        '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n' +
        `<OFX><SIGNONMSGSRSV1><SONRS>${STATUS}<DTSERVER>${compact(created)}</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>\n`,
      statement: (statement) =>
        turnTo(statement.account.type === 'credit_card' ? 'CREDITCARDMSGSRSV1' : 'BANKMSGSRSV1') +
        statementElement(statement),
      tail: () => `${turnTo(null)}</OFX>\n`,
    };
  },
};
