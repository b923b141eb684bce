import { fromTable } from '../../../random/quantile-table.ts';
import { party } from '../../bank/directory.ts';
import { kindCode } from '../kinds.ts';
import { decidedBy8Bits, TRADE_INCOME_OF_256 } from './probabilities.ts';
import { officeSecond, pushSpending, type SpendingDay } from './push-spending.ts';

const MIN_TRADE = 100;

/** Adds income and payments of firms; interbank ones on business days, instant ones on others. */
export function pushTrade(day: SpendingDay, account: number, draw: number): void {
  const { state, spending, stream, events } = day;
  const firm = party(state.directory, 'firm', draw >>> 9);
  const income = decidedBy8Bits(draw, TRADE_INCOME_OF_256);
  const table = income ? spending.receipt : spending.payment;
  const sum = Math.max(MIN_TRADE, Math.round(fromTable(table, stream.uint32())));
  const [received, paid] = day.date.business
    ? [kindCode.receipt, kindCode.supplier]
    : [kindCode.transferIn, kindCode.transferOut];
  pushSpending(events, {
    kind: income ? received : paid,
    second: officeSecond(day),
    account,
    pair: -1,
    party: firm,
    amount: income ? sum : -sum,
    channelBit: 0,
  });
}
