import type { FilePlace } from '../../../shared/bank-formats.ts';
import { type Amount, parseAmount } from '../amount.ts';
import { isDate } from '../dates.ts';
import { refuseAt, shown } from '../refuse.ts';
import { nodeAt, textAt, type XmlNode } from '../xml/node.ts';

/** Returns true for an envelope or its parts, except the application header. */
export const isEnvelope = (name: string, inDocument: boolean): boolean =>
  name === 'Document' || (!inDocument && !name.endsWith('Hdr'));

export const accountOf = (account: XmlNode | null): string | null =>
  textAt(account, 'Id/IBAN', 'Id/Othr/Id', 'Id/PrtryAcct/Id', 'Id/BBAN', 'Id/UPIC', 'Prxy/Id');

/** Returns the code of a bank: its BIC, or its number in a clearing system. */
export const agentOf = (agent: XmlNode | null): string | null =>
  textAt(
    agent,
    'FinInstnId/BICFI',
    'FinInstnId/BIC',
    'FinInstnId/ClrSysMmbId/MmbId',
    'FinInstnId/ClrSysMmbId/Id',
    'FinInstnId/Othr/Id',
    'FinInstnId/CmbndId/BIC',
  );

export const nameOf = (party: XmlNode | null): string | null =>
  textAt(party, 'Nm', 'Pty/Nm', 'Agt/FinInstnId/Nm');

/** Reads a day, or the day of a timestamp as written. */
export function dateOf(node: XmlNode | null, path: string, place: FilePlace): string | null {
  const text = textAt(node, `${path}/Dt`, `${path}/DtTm`, path);
  if (text === null) return null;
  const day = text.slice(0, 10);
  if (!isDate(day))
    refuseAt({ ...place, path: `${place.path}/${path}` }, `${shown(text)} is not a date.`);
  return day;
}

export type Money = { amount: Amount; currency: string | null };

export function moneyAt(node: XmlNode, path: string, place: FilePlace): Money {
  const amountNode = nodeAt(node, path);
  const here = { line: amountNode?.line ?? place.line, path: `${place.path}/${path}` };
  if (amountNode === null) refuseAt(here, 'the amount is missing.');
  const amount = parseAmount(amountNode.text.trim());
  if (amount === null || amountNode.text.includes(','))
    refuseAt(here, `${shown(amountNode.text)} is not an amount.`);
  return { amount, currency: amountNode.attributes?.Ccy ?? null };
}

export function isCredit(node: XmlNode, place: FilePlace): boolean {
  const side = textAt(node, 'CdtDbtInd');
  if (side === 'CRDT') return true;
  if (side === 'DBIT') return false;
  return refuseAt(
    { ...place, path: `${place.path}/CdtDbtInd` },
    side === null
      ? 'the credit/debit indicator (CdtDbtInd) is missing.'
      : `${shown(side)} is neither CRDT nor DBIT.`,
  );
}
