import { fromTable } from '../../../random/quantile-table.ts';
import { typeCode } from '../../bank/cell-state.ts';
import { PER_CITY, placeIn } from '../../bank/directory.ts';
import { kindCode } from '../kinds.ts';
import { CASH_PURCHASE, falls } from './probabilities.ts';
import { homeSecond, officeSecond, pushSpending, type SpendingDay } from './push-spending.ts';
import { choices } from './spending-tables.ts';

/** Share of cash business done in the customer's own city. */
const AT_HOME = 0.85;

/** Draws a branch or machine, mostly in the customer's city. */
export function cashPlace(
  { state, stream }: SpendingDay,
  account: number,
  section: 'branch' | 'atm',
): number {
  const draw = stream.uint32();
  const { directory } = state;
  const cities = directory.sections[section].count / PER_CITY[section];
  const home = state.city[state.owner[account]];
  const city = falls(draw, AT_HOME) ? home : (draw >>> 4) % cities;
  return placeIn(directory, section, { city, n: draw & 3 });
}

/** Withdrawals at the counter: their share, and their size relative to those at machines. */
const AT_COUNTER = 0.07;
const COUNTER_SIZE = 9;

/** Adds a withdrawal at a machine, or of a larger sum at the counter of an open branch. */
export function pushWithdrawal(day: SpendingDay, account: number, draw: number): void {
  const { state, spending, stream, events } = day;
  const note = state.configuration.cash.note * 100;
  const counter = day.date.business && ((draw >>> 20) & 0xfff) < AT_COUNTER * 4096;
  const typical = fromTable(spending.cash, stream.uint32()) * (counter ? COUNTER_SIZE : 1);
  const notes = Math.round(Math.min(spending.mostCash, typical) / note);
  pushSpending(events, {
    kind: counter ? kindCode.counterWithdrawal : kindCode.atmWithdrawal,
    second: counter ? officeSecond(day) : homeSecond(day),
    account,
    pair: -1,
    party: cashPlace(day, account, counter ? 'branch' : 'atm'),
    amount: -Math.max(note, notes * note),
    channelBit: 0,
  });
}

/** Size of firms' deposits relative to withdrawals; deposits are multiples of five units. */
const BUSINESS_DEPOSIT_SIZE = 26;
export const DEPOSIT_STEP = 500;

/** Adds a cash deposit at the counter or a machine; only at a machine if the branch is closed. */
export function pushDeposit(day: SpendingDay, account: number, draw: number): void {
  const { state, spending, stream, events } = day;
  const isBusiness = state.type[account] === typeCode.business_checking;
  const size = isBusiness ? BUSINESS_DEPOSIT_SIZE : state.configuration.cash.deposit.size;
  const typical = fromTable(spending.deposit, stream.uint32()) * size;
  const sum = Math.min(spending.mostDeposit, typical);
  pushSpending(events, {
    kind: kindCode.cashDeposit,
    second: officeSecond(day),
    account,
    pair: -1,
    party: cashPlace(day, account, 'branch'),
    amount: Math.max(DEPOSIT_STEP, Math.round(sum / DEPOSIT_STEP) * DEPOSIT_STEP),
    channelBit: day.date.business ? draw >>> 31 : 1,
  });
}

/**
 * Adjusts a choice to the customer's use of cash: heavy users replace purchases by cash, light users the reverse.
 *
 * @param useOfCash 1 for typical use
 */
export function byUseOfCash(choice: number, useOfCash: number, draw: number): number {
  const uniform = ((draw >>> 8) & 0xff) / 256;
  if (choice === choices.purchase && uniform < CASH_PURCHASE * (useOfCash - 1)) {
    return draw & 0x10000 ? choices.cashWithdrawal : choices.cashDeposit;
  }
  const isCash = choice === choices.cashWithdrawal || choice === choices.cashDeposit;
  return isCash && uniform < 1 - useOfCash ? choices.purchase : choice;
}
