import { amountText } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import { isPayment } from '../write/codes.ts';
import type { WrittenEntry, WrittenFormat, WrittenStatement } from '../write/statement.ts';
import { accountId, bankId, element, money } from './write-parts.ts';

const VERSION = '09';
/** Groups payments by day, as the standard requires one execution date per group. */
function byDay(entries: readonly WrittenEntry[]): Map<string, WrittenEntry[]> {
  const days = new Map<string, WrittenEntry[]>();
  for (const entry of entries) {
    const day = entry.valueDate;
    const of = days.get(day);
    if (of === undefined) days.set(day, [entry]);
    else of.push(entry);
  }
  return days;
}

function transactionElement(entry: WrittenEntry, currency: string): string {
  const { counterpartyName, counterpartyAccount, counterpartyBank, description } = entry;
  return (
    `<CdtTrfTxInf><PmtId>${element('InstrId', entry.id, 35)}${element('EndToEndId', entry.reference ?? entry.id, 35)}</PmtId>` +
    `<Amt>${money(entry.amount, currency).replaceAll('Amt', 'InstdAmt')}</Amt>` +
    (counterpartyBank ? `<CdtrAgt>${bankId(counterpartyBank)}</CdtrAgt>` : '') +
    `<Cdtr>${element('Nm', counterpartyName ?? 'Unknown', 140)}</Cdtr>` +
    (counterpartyAccount ? `<CdtrAcct>${accountId(counterpartyAccount)}</CdtrAcct>` : '') +
    (description ? `<RmtInf>${element('Ustrd', description, 140)}</RmtInf>` : '') +
    '</CdtTrfTxInf>\n'
  );
}

function paymentElement(
  { account, number }: WrittenStatement,
  day: string,
  entries: WrittenEntry[],
): string {
  const sum = entries.reduce((all, { amount }) => all - amount, 0n);
  const id = `${account.id}-${number}-${day.slice(5)}`;
  const { bank, currency, holder } = account;
  return (
    `<PmtInf>${element('PmtInfId', id, 35)}<PmtMtd>TRF</PmtMtd><NbOfTxs>${entries.length}</NbOfTxs>` +
    `<CtrlSum>${amountText(sum, decimalsOf(currency))}</CtrlSum><ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>` +
    `<Dbtr>${element('Nm', holder ?? account.id, 140)}</Dbtr><DbtrAcct>${accountId(account.number)}<Ccy>${currency}</Ccy></DbtrAcct>` +
    `<DbtrAgt>${bank === null ? '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>' : bankId(bank)}</DbtrAgt>\n` +
    entries.map((entry) => transactionElement(entry, currency)).join('') +
    '</PmtInf>\n'
  );
}

/** pain.001: payment orders of account holders. */
export const writePain001: WrittenFormat = {
  period: 'month',
  takes: (_, { amount, kind }) => amount < 0n && isPayment(kind),
  leavesOut: 'pain.001 contains only outgoing payments',
  create: ({ name, created }) => ({
    headNeedsTotals: true,
    head: ({ entries, sum }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${VERSION}"><CstmrCdtTrfInitn>\n` +
      `<GrpHdr>${element('MsgId', name, 35)}<CreDtTm>${created}</CreDtTm><NbOfTxs>${entries}</NbOfTxs><CtrlSum>${amountText(sum, 2)}</CtrlSum>` +
      '<InitgPty><Nm>Synthetic Banking Sandbox</Nm></InitgPty></GrpHdr>\n',
    statement: (statement) =>
      [...byDay(statement.entries)]
        .map(([day, entries]) => paymentElement(statement, day, entries))
        .join(''),
    tail: () => '</CstmrCdtTrfInitn></Document>\n',
  }),
};
