import { fromTable } from '../../../random/quantile-table.ts';
import { INCOME_FACTOR } from '../../bank/customers.ts';
import { party } from '../../bank/directory.ts';
import { kindCode } from '../kinds.ts';
import { decidedBy8Bits, TRADE_INCOME_OF_256 } from './probabilities.ts';
import { officeSecond, pushSpending, type SpendingDay } from './push-spending.ts';

const MIN_TRADE = 100;

/** Payments of firms go by wire from this size on in minor units; one firm in so many trades abroad. */
const WIRE_FROM = 1_000_000;
const ONE_ABROAD_IN = 2;
/** Largest size of a firm's payments relative to the typical firm's. */
const MAX_SCALE = 12;

/** Returns the size of a firm's payments: as its turnover, relative to the typical firm's. */
function scaleOf({ customers, owner, configuration }: SpendingDay['state'], account: number) {
  const typical = configuration.people.monthlyIncome.median * 100 * INCOME_FACTOR.business;
  return Math.min(MAX_SCALE, customers[owner[account]].income / typical);
}

/** Adds income and payments of firms; interbank ones on business days, instant ones on others. */
export function pushTrade(day: SpendingDay, account: number, draw: number): void {
  const { state, spending, stream, events } = day;
  const firm = party(state.directory, 'firm', draw >>> 9);
  const income = decidedBy8Bits(draw, TRADE_INCOME_OF_256);
  const table = income ? spending.receipt : spending.payment;
  const typical = fromTable(table, stream.uint32()) * scaleOf(state, account);
  const sum = Math.max(MIN_TRADE, Math.round(typical));
  const wired = day.date.business && sum >= WIRE_FROM;
  const abroad = wired && account % ONE_ABROAD_IN === 0;
  const [received, paid] = wired
    ? [kindCode.wireIn, kindCode.wireOut]
    : day.date.business
      ? [kindCode.receipt, kindCode.supplier]
      : [kindCode.transferIn, kindCode.transferOut];
  pushSpending(events, {
    kind: income ? received : paid,
    second: officeSecond(day),
    account,
    pair: -1,
    party: abroad
      ? party(state.directory, 'foreign', account * 8 + (draw >>> 30) + (income ? 4 : 0))
      : firm,
    amount: income ? sum : -sum,
    channelBit: 0,
  });
}
