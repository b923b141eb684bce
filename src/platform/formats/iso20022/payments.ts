import type { FilePlace } from '../../../shared/bank-formats.ts';
import { type Amount, amountText, parseAmount } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import type { Collector, Entry, FormatReader } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { jsonOf, nodeAt, textAt, textsAt, type XmlNode } from '../xml/node.ts';
import { readXml } from '../xml/read-xml.ts';
import { accountOf, agentOf, dateOf, isEnvelope, moneyAt, nameOf } from './parts.ts';

const TRANSACTIONS = new Set(['CdtTrfTxInf', 'DrctDbtTxInf']);
const MESSAGES = new Set(['CstmrCdtTrfInitn', 'CstmrDrctDbtInitn', 'FIToFICstmrCdtTrf']);
const UNCHECKED = 'payment messages state no balances';

type Sums = { count: number; sum: Amount; currencies: Set<string | null> };
const noSums = (): Sums => ({ count: 0, sum: 0n, currencies: new Set() });

const wrapped = (children: XmlNode[]): XmlNode => ({
  name: '',
  attributes: null,
  children,
  text: '',
  line: 0,
});

const AMOUNTS = ['Amt/InstdAmt', 'Amt/EqvtAmt/Amt', 'IntrBkSttlmAmt', 'InstdAmt'];

function entryFrom(
  node: XmlNode,
  place: FilePlace,
  { group, collects }: { group: XmlNode; collects: boolean },
): Entry {
  const path = AMOUNTS.find((each) => nodeAt(node, each) !== null) ?? AMOUNTS[0]!;
  const { amount, currency } = moneyAt(node, path, place);
  const other = collects ? 'Dbtr' : 'Cdtr';
  const date =
    dateOf(group, 'ReqdExctnDt', place) ??
    dateOf(group, 'ReqdColltnDt', place) ??
    dateOf(node, 'IntrBkSttlmDt', place) ??
    dateOf(group, 'IntrBkSttlmDt', place);
  return {
    place,
    bookingDate: date,
    valueDate: date,
    amount: collects ? amount : -amount,
    currency,
    counterpartyName: nameOf(nodeAt(node, other)),
    counterpartyAccount: accountOf(nodeAt(node, `${other}Acct`)),
    counterpartyBank: agentOf(nodeAt(node, `${other}Agt`)),
    description:
      textsAt(node, 'RmtInf/Ustrd').join(' ') || textAt(node, 'RmtInf/Strd/CdtrRefInf/Ref'),
    reference: textAt(node, 'PmtId/EndToEndId'),
    bankReference: textAt(node, 'PmtId/TxId', 'PmtId/InstrId'),
    code:
      textAt(node, 'Purp/Cd', 'PmtTpInf/SvcLvl/Cd') ??
      textAt(group, 'PmtTpInf/SvcLvl/Cd', 'PmtMtd'),
    status: 'booked',
    details: jsonOf(node),
  };
}

function checkSums(node: XmlNode, of: string, found: Sums, place: FilePlace, collector: Collector) {
  const count = textAt(node, 'NbOfTxs');
  if (count !== null)
    collector.check({
      name: `number of transactions of ${of}`,
      stated: count,
      found: `${found.count}`,
      place,
    });
  for (const [path, name] of [
    ['CtrlSum', `control sum of ${of}`],
    ['TtlIntrBkSttlmAmt', `settlement amount of ${of}`],
  ] as const) {
    const text = textAt(node, path);
    // A control sum adds amounts of all currencies; a settlement amount has one currency.
    if (text === null || (path !== 'CtrlSum' && found.currencies.size > 1)) continue;
    const stated = parseAmount(text) ?? refuseAt(place, `${path} ${shown(text)} is not an amount.`);
    const decimals = decimalsOf([...found.currencies][0] ?? null);
    collector.check({
      name,
      stated: amountText(stated, decimals),
      found: amountText(found.sum, decimals),
      place,
    });
  }
}

/** Reads pain.001, pain.008 and pacs.008: credit transfers and direct debits. */
export function readPayments(collector: Collector): FormatReader {
  let header: XmlNode | null = null;
  let children: XmlNode[] = [];
  let isOpen = false;
  let inDocument = false;
  let collects = false;
  let messages = 0;
  let start: FilePlace = { line: 1, path: null };
  const all = noSums();
  let part = noSums();
  const begin = (transaction: XmlNode | null) => {
    if (isOpen) return;
    isOpen = true;
    const fields = wrapped(children);
    const own = collects ? 'Cdtr' : 'Dbtr';
    const holder = nodeAt(fields, `${own}Acct`) === null ? transaction : fields;
    collector.open({
      place: start,
      id: textAt(fields, 'PmtInfId') ?? textAt(header, 'MsgId'),
      account: accountOf(nodeAt(holder, `${own}Acct`)),
      accountBank: agentOf(nodeAt(holder, `${own}Agt`)),
      currency: textAt(nodeAt(fields, `${own}Acct`), 'Ccy'),
      opening: null,
    });
  };
  const finish = (place: FilePlace) => {
    if (!isOpen && children.length === 0) return;
    begin(null);
    checkSums(wrapped(children), 'a payment', part, start, collector);
    const nodes = header === null ? children : [header, ...children];
    collector.close({
      place,
      closing: null,
      unchecked: UNCHECKED,
      details: jsonOf(wrapped(nodes)),
    });
    isOpen = false;
    children = [];
    part = noSums();
  };
  return readXml({
    isContainer: (name) =>
      MESSAGES.has(name) ||
      name === 'PmtInf' ||
      /^pain\.\d/.test(name) ||
      isEnvelope(name, inDocument),
    open: (name, place) => {
      if (name === 'Document') inDocument = true;
      if (MESSAGES.has(name)) messages++;
      if (name === 'CstmrDrctDbtInitn') collects = true;
      if (name === 'PmtInf') start = place;
    },
    child: (node, place) => {
      if (TRANSACTIONS.has(node.name)) {
        begin(node);
        const group =
          header === null ? wrapped(children) : wrapped([...children, ...header.children]);
        const entry = entryFrom(node, place, { group, collects });
        const amount = entry.amount < 0n ? -entry.amount : entry.amount;
        for (const sums of [all, part]) {
          sums.count++;
          sums.sum += amount;
          sums.currencies.add(entry.currency);
        }
        const own = collects ? 'Cdtr' : 'Dbtr';
        const account = accountOf(nodeAt(node, `${own}Acct`));
        collector.entry(
          account === null
            ? entry
            : { ...entry, account, accountBank: agentOf(nodeAt(node, `${own}Agt`)) },
        );
      } else if (node.name === 'GrpHdr') header = node;
      else children.push(node);
    },
    close: (name, place) => {
      if (name === 'PmtInf') finish(place);
      if (!MESSAGES.has(name)) return;
      finish(place);
      if (header === null) refuseAt(place, 'the message has no header (GrpHdr).');
      checkSums(
        header,
        'the message',
        all,
        { line: header.line, path: `${place.path}/GrpHdr` },
        collector,
      );
    },
    end: () => {
      if (messages === 0 || all.count === 0)
        refuseAt({ line: 1, path: null }, 'the message contains no payment.');
    },
  });
}
