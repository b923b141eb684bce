import { between, chance } from '../bank/draws.ts';
import { rules } from './buffers.ts';
import { monthly } from './pay-calendar.ts';
import { add, type SeriesBuilder } from './series-builder.ts';

/** Adds interest and repayment of one account; delinquent accounts stop paying before the end. */
export function credit(builder: SeriesBuilder, on: number): void {
  const { state, stream, account, own, bank } = builder;
  const { calendar, configuration: c } = state;
  const { type, limit, daysPastDue } = state.accounts[on];
  const card = type === 'credit_card';
  const interest = rules.interest;
  const first = monthly(calendar, card ? 2 : 1, 1);
  const rate = (card ? c.rates.card : c.rates.loan) / 12;
  add(builder, {
    kind: 'interestCharged',
    on,
    days: first,
    amount: rate,
    to: bank,
    rule: interest,
  });
  const days = monthly(calendar, between(stream, 2, 27), 1);
  const full = chance(stream, 0.6);
  const rule = card ? (full ? rules.payOff : rules.minimum) : rules.installment;
  const installment = card ? 1 : Math.max(2500, Math.round(limit / 48));
  const paid =
    account >= 0
      ? add(builder, {
          kind: card ? 'cardPayment' : 'loanPayment',
          on: account,
          days,
          amount: -installment,
          pair: on,
          rule,
        })
      : add(builder, {
          kind: card ? 'cardRepayment' : 'loanRepayment',
          on,
          days,
          amount: installment,
          to: own,
          rule,
        });
  if (daysPastDue > 0) paid.stops = calendar.end - daysPastDue;
}
