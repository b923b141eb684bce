import type { FilePlace } from '../../../shared/bank-formats.ts';
import type { Entry } from '../model.ts';
import { jsonOf, nodeAt, textAt, textsAt, type XmlNode } from '../xml/node.ts';
import { accountOf, agentOf, dateOf, isCredit, moneyAt, nameOf } from './parts.ts';

function transactionsOf(entry: XmlNode): XmlNode[] {
  const details = entry.children.filter(({ name }) => name === 'NtryDtls');
  return [entry, ...details].flatMap(({ children }) =>
    children.filter(({ name }) => name === 'TxDtls'),
  );
}

function codeOf(entry: XmlNode): string | null {
  const code = nodeAt(entry, 'BkTxCd');
  const parts = ['Domn/Cd', 'Domn/Fmly/Cd', 'Domn/Fmly/SubFmlyCd'].map((path) =>
    textAt(code, path),
  );
  const domain = parts.filter((part) => part !== null).join('-');
  return domain || textAt(code, 'Prtry/Cd', 'Prtry');
}

function statusOf(entry: XmlNode): Entry['status'] {
  const status = textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts');
  if (status === 'PDNG' || status === 'FUTR') return 'pending';
  return status === 'INFO' ? 'information' : 'booked';
}

function counterpartyOf(transaction: XmlNode | null, credit: boolean) {
  const side = credit ? 'Dbtr' : 'Cdtr';
  const parties = nodeAt(transaction, 'RltdPties');
  return {
    counterpartyName: nameOf(nodeAt(parties, side)) ?? nameOf(nodeAt(parties, `Ultmt${side}`)),
    counterpartyAccount: accountOf(nodeAt(parties, `${side}Acct`)),
    counterpartyBank: agentOf(nodeAt(transaction, `RltdAgts/${side}Agt`)),
  };
}

export function readCamtEntry(node: XmlNode, place: FilePlace): Entry {
  const { amount, currency } = moneyAt(node, 'Amt', place);
  const credit = isCredit(node, place);
  const transactions = transactionsOf(node);
  const only = transactions.length === 1 ? transactions[0]! : null;
  return {
    place,
    bookingDate: dateOf(node, 'BookgDt', place),
    valueDate: dateOf(node, 'ValDt', place),
    amount: credit ? amount : -amount,
    currency,
    ...counterpartyOf(only, credit),
    description:
      textsAt(only, 'RmtInf/Ustrd').join(' ') ||
      textAt(only, 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/CdtrRefInf/CdtrRef', 'AddtlTxInf') ||
      textAt(node, 'AddtlNtryInf'),
    reference: textAt(only, 'Refs/EndToEndId') ?? textAt(node, 'NtryRef'),
    bankReference: textAt(node, 'AcctSvcrRef') ?? textAt(only, 'Refs/AcctSvcrRef'),
    code: codeOf(node),
    status: statusOf(node),
    details: jsonOf(node),
  };
}
