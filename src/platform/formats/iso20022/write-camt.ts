import { type Amount, amountText } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import { codesOf } from '../write/codes.ts';
import type { WrittenEntry, WrittenFormat, WrittenStatement } from '../write/statement.ts';
import { accountElement, accountId, bankId, element, money, side } from './write-parts.ts';

type Message = {
  format: 'camt.052' | 'camt.053' | 'camt.054';
  root: string;
  statement: string;
  /** Codes of the balances before and after the entries; a notification has none. */
  balances: readonly [opening: string, closing: string] | null;
};

const CODE = /^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/;
const VERSION = '08';

function bookingOf(booked: string): string {
  return booked.length > 10 ? `<DtTm>${booked}</DtTm>` : `<Dt>${booked}</Dt>`;
}

function codeElement({ code, kind, amount }: WrittenEntry): string {
  const transactionCode = code !== null && CODE.test(code) ? code : codesOf(kind, amount >= 0n).iso;
  const [domain, family, sub] = transactionCode.split('-');
  return `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
}

function partiesOf(entry: WrittenEntry): string {
  const { counterpartyName, counterpartyAccount, counterpartyBank } = entry;
  const other = entry.amount < 0n ? 'Cdtr' : 'Dbtr';
  const name =
    counterpartyName && `<${other}><Pty>${element('Nm', counterpartyName, 140)}</Pty></${other}>`;
  const account =
    counterpartyAccount && `<${other}Acct>${accountId(counterpartyAccount)}</${other}Acct>`;
  const parties = (name ?? '') + (account ?? '');
  return (
    (parties === '' ? '' : `<RltdPties>${parties}</RltdPties>`) +
    (counterpartyBank
      ? `<RltdAgts><${other}Agt>${bankId(counterpartyBank)}</${other}Agt></RltdAgts>`
      : '')
  );
}

function entryElement(entry: WrittenEntry, currency: string): string {
  const { amount, id, booked, valueDate, reference, description } = entry;
  const value = money(amount, currency) + side(amount);
  return (
    `<Ntry>${value}<Sts><Cd>BOOK</Cd></Sts><BookgDt>${bookingOf(booked)}</BookgDt><ValDt><Dt>${valueDate}</Dt></ValDt>` +
    element('AcctSvcrRef', id, 35) +
    codeElement(entry) +
    `<NtryDtls><TxDtls><Refs>${element('EndToEndId', reference ?? 'NOTPROVIDED', 35)}</Refs>${value}` +
    partiesOf(entry) +
    (description ? `<RmtInf>${element('Ustrd', description, 140)}</RmtInf>` : '') +
    '</TxDtls></NtryDtls></Ntry>\n'
  );
}

const balanceElement = (
  code: string,
  amount: Amount,
  { account, ...days }: { account: { currency: string }; day: string },
) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount, account.currency)}${side(amount)}<Dt><Dt>${days.day}</Dt></Dt></Bal>\n`;

function summaryOf({ entries, account }: WrittenStatement): string {
  const text = (amount: Amount) => amountText(amount, decimalsOf(account.currency));
  const sides = [
    entries.filter(({ amount }) => amount >= 0n),
    entries.filter(({ amount }) => amount < 0n),
  ].map((of) => ({
    count: of.length,
    sum: of.reduce((sum, { amount }) => sum + (amount < 0n ? -amount : amount), 0n),
  }));
  const [credits, debits] = [sides[0]!, sides[1]!];
  const part = (name: string, { count, sum }: { count: number; sum: Amount }, more = '') =>
    `<${name}><NbOfNtries>${count}</NbOfNtries><Sum>${text(sum)}</Sum>${more}</${name}>`;
  const net = credits.sum - debits.sum;
  const netElement = `<TtlNetNtry><Amt>${text(net < 0n ? -net : net)}</Amt>${side(net)}</TtlNetNtry>`;
  const all = { count: entries.length, sum: credits.sum + debits.sum };
  return `<TxsSummry>${part('TtlNtries', all, netElement)}${part('TtlCdtNtries', credits)}${part('TtlDbtNtries', debits)}</TxsSummry>\n`;
}

function statementElement(message: Message, statement: WrittenStatement, created: string): string {
  const { account, number, from, to, opening, closing, entries } = statement;
  const [before, behind] = message.balances ?? [];
  const id = `${account.id}-${String(number).padStart(5, '0')}`;
  return (
    `<${message.statement}>${element('Id', id, 35)}<ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>${created}</CreDtTm>` +
    `<FrToDt><FrDtTm>${from}T00:00:00Z</FrDtTm><ToDtTm>${to}T23:59:59Z</ToDtTm></FrToDt>${accountElement(account)}\n` +
    (before ? balanceElement(before, opening, { account, day: from }) : '') +
    (behind ? balanceElement(behind, closing, { account, day: to }) : '') +
    summaryOf(statement) +
    entries.map((entry) => entryElement(entry, account.currency)).join('') +
    `</${message.statement}>\n`
  );
}

const writeMessage = (message: Message): WrittenFormat => ({
  period: 'month',
  takes: () => true,
  leavesOut: null,
  create: ({ name, created }) => ({
    headNeedsTotals: false,
    head: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message.format}.001.${VERSION}"><${message.root}>\n` +
      `<GrpHdr>${element('MsgId', name, 35)}<CreDtTm>${created}</CreDtTm></GrpHdr>\n`,
    statement: (statement) => statementElement(message, statement, created),
    tail: () => `</${message.root}></Document>\n`,
  }),
});

export const writeCamt052 = writeMessage({
  format: 'camt.052',
  root: 'BkToCstmrAcctRpt',
  statement: 'Rpt',
  balances: ['OPBD', 'ITBD'],
});
export const writeCamt053 = writeMessage({
  format: 'camt.053',
  root: 'BkToCstmrStmt',
  statement: 'Stmt',
  balances: ['OPBD', 'CLBD'],
});
export const writeCamt054 = writeMessage({
  format: 'camt.054',
  root: 'BkToCstmrDbtCdtNtfctn',
  statement: 'Ntfctn',
  balances: null,
});
