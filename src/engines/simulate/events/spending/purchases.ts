import { drawAlias } from '../../../random/alias-table.ts';
import { fromTable } from '../../../random/quantile-table.ts';
import { drawLocalMerchant, REGULARS } from '../../bank/cell-state.ts';
import { countries } from '../../data/countries.ts';
import { pushEvent, rules } from '../buffers.ts';
import { kindCode } from '../kinds.ts';
import { type Detail, detailOf, formOf } from '../payments/detail.ts';
import { currencyOf, quoteOf } from '../payments/exchange-rates.ts';
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
  const city = state.city[customerIndex];
  if (decidedBy8Bits(draw, LOYAL_PURCHASE_OF_256)) {
    const place = customerIndex * REGULARS + ((draw >>> 8) & (REGULARS - 1));
    if (state.regulars[place] < 0) {
      const category = drawAlias(spending.categories, stream);
      state.regulars[place] = drawLocalMerchant(directory, { category, city, stream });
    }
    return state.regulars[place];
  }
  const category = drawAlias(spending.categories, stream);
  return drawLocalMerchant(directory, { category, city, stream });
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

const LAST_SECOND = 86_399;

/** Returns true for shops that are open; orders on the internet are no part of an outing. */
const isOpen = ({ directory }: SpendingDay['state'], merchant: number, second: number): boolean =>
  directory.online[merchant] === 0 &&
  second >= directory.opens[merchant] &&
  second <= directory.closes[merchant];

/** Days until closing from which an account counts as staying open. */
const STAYS_OPEN_DAYS = 100_000;

const REFUND = formOf('refund');

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
  const detail = detailOf(REFUND, { related: recent.row[at] });
  pushSpending(events, { kind, second, account, pair: -1, party, amount, channelBit, detail });
  recent.amount[at] = Math.max(1, Math.floor(amount / 2));
  return true;
}

/** Longest pause between purchases of one outing in seconds. */
const OUTING_PAUSE = 3600;

/** Adds purchases of one outing: each is followed by another with the configured probability. */
export function pushOuting(day: SpendingDay, account: number, room: number): void {
  const { state, stream, events } = day;
  const { outing } = state.configuration.behavior;
  pushPurchase(day, account, -1);
  for (let left = room - 1; left > 0 && falls(stream.uint32(), outing); left--) {
    const last = events.second[events.count - 1];
    pushPurchase(day, account, Math.min(LAST_SECOND, last + 120 + stream.below(OUTING_PAUSE)));
  }
}

/** Returns the detail of a price in the currency of a merchant abroad; null for the bank's own. */
function priceAbroad(
  { state, date }: SpendingDay,
  { party, price, digit }: { party: number; price: number; digit: number },
): (Detail & { rate: number }) | null {
  const { directory, country } = state;
  const currency = currencyOf(directory.countries.strings[party]);
  const home = countries[country].currency;
  if (currency === home) return null;
  const { rate, form } = quoteOf(currency, home, date.day);
  const original = printedPrice(Math.max(1, Math.round(price / rate)), digit);
  return { ...detailOf(form, { original }), rate };
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
  const second = after >= 0 && isOpen(state, party, after) ? after : openSecond(day, party);
  const online = directory.online[party] === 1;
  const isRefund = falls(stream.uint32(), configuration.categories[category].refunds);
  if (isRefund && pushRefund(day, second, draw)) return;
  const ticket = fromTable(directory.tickets[category], stream.uint32());
  const scale = directory.level[party] * state.spendingScale[customerIndex] * day.date.prices;
  const price = Math.max(1, Math.round(ticket * scale));
  const kind = online ? kindCode.onlinePurchase : kindCode.purchase;
  const digit = draw >>> 28;
  const abroad = party < directory.firstAbroad ? null : priceAbroad(day, { party, price, digit });
  const amount =
    abroad === null
      ? -printedPrice(price, digit)
      : -Math.max(1, Math.round(abroad.original * abroad.rate));
  pushEvent(events, second, kind, 0, account, -1, party, amount, rules.free, -1, abroad);
}
