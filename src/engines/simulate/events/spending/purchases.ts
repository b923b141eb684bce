import { drawAlias } from '../../../random/alias-table.ts';
import { fromTable } from '../../../random/quantile-table.ts';
import { drawLocalMerchant, LOYAL } from '../../bank/cell-state.ts';
import { kindCode } from '../kinds.ts';
import { printedPrice } from './prices.ts';
import { decidedBy8Bits, falls, LOYAL_PURCHASE_OF_256 } from './probabilities.ts';
import { pushSpending, type SpendingDay } from './push-spending.ts';
import { RECENT } from './spending-tables.ts';

/** Draws a merchant abroad, one of the customer's regular merchants, or any local one. */
function drawPurchaseMerchant(day: SpendingDay, customerIndex: number, draw: number): number {
  const { state, spending, stream } = day;
  const { directory, configuration } = state;
  if (falls(stream.uint32(), configuration.crossBorder * state.abroad[customerIndex])) {
    return directory.firstAbroad + drawAlias(directory.abroad, stream);
  }
  if (decidedBy8Bits(draw, LOYAL_PURCHASE_OF_256)) {
    // The minimum of two positions favors the first merchants.
    const place = Math.min((draw >>> 8) & 7, (draw >>> 11) & 7);
    return state.loyal[customerIndex * LOYAL + place];
  }
  const category = drawAlias(spending.categories, stream);
  return drawLocalMerchant(directory, { category, city: state.city[customerIndex], stream });
}

/** Draws a second within the category's hours at which the merchant is open. */
function openSecond({ state, spending, stream }: SpendingDay, merchant: number): number {
  const { directory } = state;
  const hours = spending.hours[directory.category[merchant]];
  const opens = directory.opens[merchant];
  const closes = directory.closes[merchant];
  let second = Math.floor(fromTable(hours, stream.uint32()));
  if (second < opens || second > closes) second = Math.floor(fromTable(hours, stream.uint32()));
  if (second < opens || second > closes) {
    second = opens + Math.floor(((stream.uint32() >>> 1) / 2 ** 31) * (closes - opens));
  }
  return second;
}

/** Days until closing from which an account counts as staying open. */
const STAYS_OPEN_DAYS = 100_000;

/** Refunds a recent purchase; false if there is none, or its account is closed or will be. */
function pushRefund({ state, spending, events }: SpendingDay, second: number, draw: number) {
  const { recent } = spending;
  const at = recent.count === 0 ? -1 : (draw >>> 14) % Math.min(RECENT, recent.count);
  const account = at < 0 ? -1 : recent.account[at];
  if (account < 0 || state.to[account] <= state.calendar.start + STAYS_OPEN_DAYS) return false;
  const amount = recent.amount[at];
  const party = recent.party[at];
  const channelBit = draw >>> 30;
  const kind = kindCode.refund;
  pushSpending(events, { kind, second, account, pair: -1, party, amount, channelBit });
  recent.amount[at] = Math.max(1, Math.floor(amount / 2));
  return true;
}

/**
 * Adds a purchase, or the refund of an earlier one.
 *
 * @param after second of the day to use instead of a drawn one, -1 for none
 */
export function pushPurchase(day: SpendingDay, account: number, after: number): void {
  const { state, stream, events } = day;
  const { directory, configuration } = state;
  const customerIndex = state.owner[account];
  const draw = stream.uint32();
  const party = drawPurchaseMerchant(day, customerIndex, draw);
  const category = directory.category[party];
  const drawnSecond = openSecond(day, party);
  const second = after >= 0 ? after : drawnSecond;
  const online = directory.online[party] === 1;
  const isRefund = falls(stream.uint32(), configuration.categories[category].refunds);
  if (isRefund && pushRefund(day, second, draw)) return;
  const ticket = fromTable(directory.tickets[category], stream.uint32());
  const scale = directory.level[party] * state.spendingScale[customerIndex];
  const price = Math.max(1, Math.round(ticket * scale));
  const kind = online ? kindCode.onlinePurchase : kindCode.purchase;
  const amount = -printedPrice(price, draw >>> 28);
  pushSpending(events, { kind, second, account, pair: -1, party, amount, channelBit: 0 });
}
