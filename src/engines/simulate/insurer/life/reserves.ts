import { civilFromDays } from '../../../../shared/civil-date.ts';
import { addYears, yearsBetween } from '../../world/days.ts';
import type { RowOf } from '../../world/tables.ts';
import { type Ending, type Life, type LifePolicy, reserveOf, surrenderOf } from './policy-life.ts';
import type { policyReserves } from './tables.ts';

/** Policy with its end, if it had one within the window. */
export type Lived = { policy: LifePolicy; ending: Ending };

/** Reserve on a day, between those of the anniversaries around it; 0 if the policy has ended. */
export function reserveOn(life: Life, { policy, ending }: Lived, day: number): number {
  const { contract, inception } = policy;
  if (day < inception || (ending !== null && ending.day <= day)) return 0;
  const year = yearsBetween(inception, day);
  const [from, to] = [addYears(inception, year), addYears(inception, year + 1)];
  const isFresh = contract.product === 'annuity' && year === 0;
  const before = isFresh ? contract.netPremium : reserveOf(life, policy, year);
  return Math.round(
    before + ((reserveOf(life, policy, year + 1) - before) * (day - from)) / (to - from),
  );
}

/** Books reserves and what they earned, at the ends of years and at the end of the window. */
export function bookReserves(life: Life, lived: readonly Lived[]): void {
  const { book } = life;
  const total = (day: number) => lived.reduce((sum, one) => sum + reserveOn(life, one, day), 0);
  let before = total(book.start - 1);
  let since = book.start - 1;
  const capital = Math.round(before * 0.08);
  book.ledger.post(book.start, 'opening', [
    ['cash', before + capital],
    ['policy_reserve', -before],
    ['opening_capital', -capital],
  ]);
  for (const day of book.monthEnds) {
    if (civilFromDays(day).month !== 12 && day !== book.end) continue;
    const reserve = total(day);
    const income = Math.round((before * life.cfg.interest * (day - since)) / 365.25);
    since = day;
    book.ledger.post(day, 'investments', [
      ['cash', income],
      ['investment_income', -income],
    ]);
    book.ledger.post(day, 'reserves', [
      ['change_in_policy_reserve', reserve - before],
      ['policy_reserve', before - reserve],
    ]);
    before = reserve;
  }
}

export function pushReserves(
  life: Life,
  { policy, ending }: Lived,
  rows: RowOf<typeof policyReserves>[],
): void {
  const { book } = life;
  for (let year = 1; ; year++) {
    const anniversary = addYears(policy.inception, year);
    const end = ending?.day ?? book.end + 1;
    if (anniversary > book.end || anniversary >= end) return;
    if (anniversary < book.start) continue;
    rows.push({
      policy_id: policy.id,
      policy_year: year,
      anniversary,
      attained_age: policy.contract.issueAge + year,
      reserve: reserveOf(life, policy, year),
      surrender_value: surrenderOf(life, policy, year),
    });
  }
}
