import { drawAlias } from '../../../random/alias-table.ts';
import { typeCode } from '../../bank/cell-state.ts';
import { SLOT_SHIFT } from './activity.ts';
import { pushByProfile } from './by-profile.ts';
import { byUseOfCash, pushDeposit, pushWithdrawal } from './cash.ts';
import { decidedBy8Bits, TRADE_OF_256 } from './probabilities.ts';
import { pushOuting, pushPurchase } from './purchases.ts';
import type { SpendingDay } from './push-spending.ts';
import { choices } from './spending-tables.ts';
import { pushTrade } from './trade.ts';
import { pushCheck, pushOwnTransfer, pushTransfer, pushWire } from './transfers.ts';

const MAX_ATTEMPTS = 8;

/** Draws an account that is open on the day; the anchor account after too many attempts. */
function drawAccount({ state, spending, stream, date }: SpendingDay): number {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const account = spending.activity.slots[stream.uint32() >>> SLOT_SHIFT];
    if (state.from[account] <= date.day && state.to[account] > date.day) return account;
  }
  return state.anchor;
}

/**
 * Draws one spending event of a day.
 *
 * @param room rows left; a transfer inside the cell takes two
 * @param after second of the day to use instead of a drawn one, -1 for none
 */
export function drawSpending(day: SpendingDay, room: number, after: number): void {
  const { state, spending, stream, date } = day;
  let account = drawAccount(day);
  for (let attempt = 0; state.profiles.length > 0; attempt++) {
    const profile = state.profiles[account];
    if (profile === null) break;
    if (pushByProfile(day, { account, profile, room, patient: attempt < MAX_ATTEMPTS })) return;
    account = drawAccount(day);
  }
  const type = state.type[account];
  if (type === typeCode.savings || type === typeCode.loan) {
    pushOwnTransfer(day, account, after);
    return;
  }
  if (after >= 0) {
    pushPurchase(day, account, after);
    return;
  }
  if (type === typeCode.credit_card) {
    pushOuting(day, account, room);
    return;
  }
  const draw = stream.uint32();
  if (type === typeCode.business_checking && decidedBy8Bits(draw, TRADE_OF_256)) {
    pushTrade(day, account, draw);
    return;
  }
  const useOfCash = state.cash[state.owner[account]];
  const drawn = drawAlias(spending.mix, stream);
  // A bank without card purchases has none in place of cash either.
  const choice = state.configuration.mix.purchase > 0 ? byUseOfCash(drawn, useOfCash, draw) : drawn;
  if (choice === choices.purchase) pushOuting(day, account, room);
  else if (choice === choices.cashWithdrawal) pushWithdrawal(day, account, draw);
  else if (choice === choices.cashDeposit) pushDeposit(day, account, draw);
  else if (choice === choices.transferIn) pushTransfer(day, account, { out: false, room });
  else if (choice === choices.transferOut || !date.business)
    pushTransfer(day, account, { out: true, room });
  else if (choice === choices.check) pushCheck(day, account, draw);
  else pushWire(day, account, draw);
}
