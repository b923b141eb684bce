import type { FilePlace } from '../../../shared/bank-formats.ts';
import type { Collector, FormatReader, Json, StatementHead } from '../model.ts';
import { refuseAt } from '../refuse.ts';
import { jsonOf, nodeAt, textAt, type XmlNode } from '../xml/node.ts';
import { readXml } from '../xml/read-xml.ts';
import { type CamtBalance, closingOf, openingOf, readBalance } from './camt-balances.ts';
import { readCamtEntry } from './camt-entry.ts';
import { createSummary } from './camt-summary.ts';
import { accountOf, agentOf, isEnvelope } from './parts.ts';

const STATEMENTS = new Set(['Stmt', 'Rpt', 'Ntfctn']);

type Statement = {
  place: FilePlace;
  children: XmlNode[];
  balances: CamtBalance[];
  head: StatementHead | null;
  summary: ReturnType<typeof createSummary>;
};

function headOf({ place, children, balances }: Statement): StatementHead {
  const statement: XmlNode = { name: '', attributes: null, children, text: '', line: place.line };
  const account = nodeAt(statement, 'Acct');
  if (account === null) refuseAt(place, 'the account (Acct) is missing.');
  const opening = openingOf(balances);
  return {
    place,
    id: textAt(statement, 'Id'),
    account: accountOf(account),
    accountBank: agentOf(nodeAt(account, 'Svcr')),
    currency: textAt(account, 'Ccy') ?? opening?.currency ?? null,
    opening,
  };
}

const detailsOf = (groups: readonly XmlNode[], children: XmlNode[]): Json =>
  jsonOf({ name: '', attributes: null, children: [...groups, ...children], text: '', line: 0 });

/** Reads camt.052, camt.053 and camt.054 of all versions: reports, statements and notifications. */
export function readCamt(collector: Collector): FormatReader {
  let groups: XmlNode[] = [];
  let statement: Statement | null = null;
  let statements = 0;
  let inDocument = false;
  const begin = (current: Statement): void => {
    if (current.head !== null) return;
    current.head = headOf(current);
    collector.open(current.head);
  };
  const finish = (current: Statement, place: FilePlace): void => {
    begin(current);
    current.summary.check(current.children, collector);
    collector.close({
      place: closingOf(current.balances)?.place ?? place,
      closing: closingOf(current.balances),
      unchecked: null,
      details: detailsOf(groups, current.children),
    });
    // Details of the whole message are stored with its first statement.
    groups = [];
  };
  return readXml({
    isContainer: (name) =>
      STATEMENTS.has(name) || name.startsWith('BkToCstmr') || isEnvelope(name, inDocument),
    open: (name, place) => {
      if (name === 'Document') inDocument = true;
      if (!STATEMENTS.has(name)) return;
      statements++;
      statement = { place, children: [], balances: [], head: null, summary: createSummary() };
    },
    child: (node, place) => {
      if (statement === null) groups.push(node);
      else if (node.name === 'Ntry') {
        begin(statement);
        const entry = readCamtEntry(node, place);
        statement.summary.add(entry);
        collector.entry(entry);
      } else {
        if (node.name === 'Bal') statement.balances.push(readBalance(node, place));
        statement.children.push(node);
      }
    },
    close: (name, place) => {
      if (!STATEMENTS.has(name)) return;
      finish(statement!, place);
      statement = null;
    },
    end: () => {
      if (statements === 0) refuseAt({ line: 1, path: null }, 'the message contains no statement.');
    },
  });
}
