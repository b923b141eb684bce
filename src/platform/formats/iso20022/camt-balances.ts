import type { FilePlace } from '../../../shared/bank-formats.ts';
import type { Balance } from '../model.ts';
import { textAt, type XmlNode } from '../xml/node.ts';
import { isCredit, moneyAt } from './parts.ts';

export type CamtBalance = Balance & { code: string | null; place: FilePlace };

export function readBalance(node: XmlNode, place: FilePlace): CamtBalance {
  const { amount, currency } = moneyAt(node, 'Amt', place);
  return {
    code: textAt(node, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry', 'Tp/Cd', 'Tp/Prtry'),
    amount: isCredit(node, place) ? amount : -amount,
    currency,
    place,
  };
}

/** Codes of opening balances. Interim balances open and close the pages between first and last. */
const OPENING = ['OPBD', 'PRCD'];
const CLOSING = ['CLBD'];
const INTERIM = 'ITBD';

const ofCode = (balances: readonly CamtBalance[], codes: readonly string[]): CamtBalance | null =>
  codes.flatMap((code) => balances.filter((balance) => balance.code === code))[0] ?? null;

export function openingOf(balances: readonly CamtBalance[]): CamtBalance | null {
  const interim = balances.filter(({ code }) => code === INTERIM);
  const closes = ofCode(balances, CLOSING) !== null;
  return ofCode(balances, OPENING) ?? (interim.length > (closes ? 0 : 1) ? interim[0]! : null);
}

export const closingOf = (balances: readonly CamtBalance[]): CamtBalance | null =>
  ofCode(balances, CLOSING) ?? balances.filter(({ code }) => code === INTERIM).at(-1) ?? null;
