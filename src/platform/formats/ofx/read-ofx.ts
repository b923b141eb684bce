import type { FilePlace } from '../../../shared/bank-formats.ts';
import { parseAmount } from '../amount.ts';
import { dateOfEight } from '../dates.ts';
import type { Collector, Entry, FormatReader, Json, StatementHead } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { jsonOf, nodeAt, textAt, type XmlNode } from '../xml/node.ts';
import { readSgml } from './read-sgml.ts';

const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS']);
const CONTAINERS = new Set([
  'OFX',
  'BANKMSGSRSV1',
  'CREDITCARDMSGSRSV1',
  'STMTTRNRS',
  'CCSTMTTRNRS',
  'BANKTRANLIST',
  ...STATEMENTS,
]);
const ANEW = new Set([...CONTAINERS, 'STMTTRN', 'LEDGERBAL', 'AVAILBAL']);

function dateAt(node: XmlNode, name: string, place: FilePlace): string | null {
  const text = textAt(node, name);
  if (text === null) return null;
  return (
    dateOfEight(text.slice(0, 8)) ??
    refuseAt({ ...place, path: `${place.path}/${name}` }, `${shown(text)} is not a date.`)
  );
}

function amountAt(node: XmlNode, name: string, place: FilePlace) {
  const text = textAt(node, name) ?? '';
  return (
    parseAmount(text) ??
    refuseAt({ ...place, path: `${place.path}/${name}` }, `${shown(text)} is not an amount.`)
  );
}

function entryFrom(node: XmlNode, place: FilePlace, currency: string | null): Entry {
  const posted = dateAt(node, 'DTPOSTED', place);
  if (posted === null) refuseAt(place, 'the transaction has no date (DTPOSTED).');
  return {
    place,
    bookingDate: posted,
    valueDate: dateAt(node, 'DTAVAIL', place),
    amount: amountAt(node, 'TRNAMT', place),
    // ORIGCURRENCY names the original currency; the amount is already converted.
    currency: textAt(node, 'CURRENCY/CURSYM') ?? currency,
    counterpartyName: textAt(node, 'NAME', 'PAYEE/NAME'),
    counterpartyAccount: textAt(node, 'BANKACCTTO/ACCTID', 'CCACCTTO/ACCTID'),
    counterpartyBank: textAt(node, 'BANKACCTTO/BANKID'),
    description: textAt(node, 'MEMO'),
    reference: textAt(node, 'CHECKNUM', 'REFNUM'),
    bankReference: textAt(node, 'FITID'),
    code: textAt(node, 'TRNTYPE'),
    status: 'booked',
    details: jsonOf(node),
  };
}

/** Reads OFX 1 (SGML) and 2 (XML), hence QFX and QBO: statements of accounts and credit cards. */
export function readOfx(collector: Collector): FormatReader {
  let children: XmlNode[] = [];
  let head: StatementHead | null = null;
  let start: FilePlace | null = null;
  let statements = 0;
  let message: XmlNode[] = [];
  const wrapped = (nodes: XmlNode[]): XmlNode => ({
    name: '',
    attributes: null,
    children: nodes,
    text: '',
    line: 0,
  });
  const begin = (place: FilePlace): StatementHead => {
    if (head !== null) return head;
    if (start === null) return refuseAt(place, 'transaction outside a statement.');
    const fields = wrapped(children);
    const account = nodeAt(fields, 'BANKACCTFROM') ?? nodeAt(fields, 'CCACCTFROM');
    if (account === null) refuseAt(start, 'the statement has no account.');
    head = {
      place: start,
      id: null,
      account: textAt(account, 'ACCTID'),
      accountBank: textAt(account, 'BANKID'),
      currency: textAt(fields, 'CURDEF'),
      opening: null,
    };
    collector.open(head);
    return head;
  };
  const finish = (place: FilePlace) => {
    const { currency } = begin(place);
    const fields = wrapped(children);
    const ledger = nodeAt(fields, 'LEDGERBAL');
    const at = { line: ledger?.line ?? place.line, path: `${place.path}/LEDGERBAL` };
    const details = jsonOf(wrapped([...message, ...children]));
    collector.close({
      place: at,
      closing: ledger && { amount: amountAt(ledger, 'BALAMT', at), currency },
      unchecked: 'OFX states no opening balance',
      details: details as Json,
    });
    message = [];
  };
  return readSgml({
    header: () => {},
    isContainer: (name) => CONTAINERS.has(name),
    startsAnew: (name) => ANEW.has(name),
    open: (name, place) => {
      if (!STATEMENTS.has(name)) return;
      statements++;
      start = place;
      head = null;
      children = [];
    },
    child: (node, place) => {
      if (node.name.startsWith('INVSTMT'))
        refuseAt(place, 'investment statements are not supported.');
      if (node.name === 'STMTTRN') {
        const { currency } = begin(place);
        collector.entry(entryFrom(node, place, currency));
      } else if (start !== null) children.push(node);
      else message.push(node);
    },
    close: (name, place) => {
      if (!STATEMENTS.has(name)) return;
      finish(place);
      start = null;
    },
    end: () => {
      if (statements === 0) refuseAt({ line: 1, path: null }, 'the file contains no statement.');
    },
  });
}
