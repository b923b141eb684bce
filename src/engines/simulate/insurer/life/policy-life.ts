import { civilFromDays, daysFromCivil } from '../../../../shared/civil-date.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { between, chance, drawKey, pick } from '../../bank/draws.ts';
import { add } from '../../world/book.ts';
import { addYears } from '../../world/days.ts';
import { logNormal } from '../../world/draws.ts';
import type { CellBook } from '../cell-book.ts';
import type { PartyPool } from '../party-pool.ts';
import {
  accrue,
  type PolicyAccount,
  payPremium,
  unearnedAt,
  writePremium,
} from '../policy-account.ts';
import type { LifeConfiguration } from './configuration.ts';
import {
  type Commutation,
  LAST_AGE,
  type LifeContract,
  netPremiumOf,
  reserveAt,
} from './mortality.ts';

export type Life = {
  book: CellBook;
  cfg: LifeConfiguration;
  table: Commutation;
  pool: PartyPool;
  monthly: number;
};

/** Policy with all that is drawn at issue. */
export type LifePolicy = {
  id: string;
  holder: number;
  contract: LifeContract;
  inception: number;
  grossPremium: number;
  plan: 'single' | 'annual' | 'monthly';
  broker: string;
  beneficiary: string;
  /** Day of a death that a scheme or an accident sets. */
  fate: number | null;
};

export type Ending = { kind: 'expired' | 'lapsed' | 'surrendered' | 'death'; day: number } | null;

export const reserveOf = (life: Life, { contract }: LifePolicy, year: number): number =>
  Math.max(0, Math.round(reserveAt(life.table, contract, year)));

/** Surrender value: a share of the reserve from the third year on; term has none. */
export const surrenderOf = (life: Life, policy: LifePolicy, year: number): number =>
  policy.contract.product === 'whole_life' && year >= 3
    ? Math.floor(reserveOf(life, policy, year) * life.cfg.surrender)
    : 0;

export function drawPolicy(
  life: Life,
  stream: RandomStream,
  { id, holder }: { id: string; holder: number },
): LifePolicy {
  const { book, cfg, table, pool } = life;
  const wanted = drawKey(stream, cfg.products);
  const years = (book.end - book.start) / 365.25;
  const drawn = book.start - 5475 + stream.below(Math.round(5475 + years * 365));
  const birthYear = book.rows.policyholders[holder].birth_year;
  // Nobody insures before the age of 20.
  const inception = Math.min(book.end - 30, Math.max(drawn, daysFromCivil(birthYear + 20, 12, 31)));
  const issueAge = civilFromDays(inception).year - birthYear;
  const product =
    issueAge > 65 ? 'annuity' : wanted === 'annuity' && issueAge < 55 ? 'whole_life' : wanted;
  // Terms that end by the age of 75, or the shortest.
  const terms = cfg.termYears.filter((years) => years === 10 || issueAge + years <= 75);
  const term = pick(stream, terms);
  const amount = product === 'annuity' ? cfg.annuity : cfg.sum[product];
  const step = product === 'annuity' ? 10_000 : 500_000;
  const benefit = Math.max(
    step,
    Math.round(logNormal(stream, amount.median * 100, amount.sigma) / step) * step,
  );
  const endAge = product === 'term' ? issueAge + term : LAST_AGE;
  const contract: LifeContract = { product, issueAge, endAge, benefit, netPremium: 0 };
  contract.netPremium = Math.round(netPremiumOf(table, contract));
  return {
    id,
    holder,
    contract,
    inception,
    grossPremium: Math.round(
      contract.netPremium / (1 - (product === 'annuity' ? 0.04 : cfg.loading)),
    ),
    plan: product === 'annuity' ? 'single' : chance(stream, life.monthly) ? 'monthly' : 'annual',
    broker: chance(stream, cfg.brokered) ? pick(stream, pool.businesses.broker) : '',
    beneficiary:
      product === 'annuity' ? '' : pool.person({ city: book.rows.policyholders[holder].city }),
    fate: null,
  };
}

type Course = {
  life: Life;
  policy: LifePolicy;
  account: PolicyAccount;
  stream: RandomStream;
  loan: number;
};

/** Writes and collects the premiums of a policy year until a day. */
function payYear(
  { policy, account, stream }: Course,
  { from, to, until }: { from: number; to: number; until: number },
): void {
  const count = policy.plan === 'monthly' ? 12 : 1;
  for (let i = 0; i < count; i++) {
    const due = from + Math.round(((to - from) * i) / count);
    if (due >= until || due < account.book.start) continue;
    const next = from + Math.round(((to - from) * (i + 1)) / count);
    const part = Math.floor(policy.grossPremium / count);
    const premium = i === 0 ? policy.grossPremium - part * (count - 1) : part;
    writePremium(account, {
      kind: 'premium',
      effective: due,
      premium,
      until: policy.plan === 'single' ? due + 1 : next,
    });
    payPremium(account, { kind: 'instalment', day: due + stream.below(9), amount: premium });
  }
}

/** Returns the policy loan with a year's interest, and lends to some who have a value to borrow on. */
function lend(course: Course, year: number, day: number): void {
  const { life, policy, account, stream } = course;
  const { loan } = life.cfg;
  if (day < life.book.start || day > life.book.end) return;
  if (course.loan > 0) {
    const interest = Math.round(course.loan * loan.interest);
    life.book.ledger.post(day, policy.id, [
      ['policy_loans', interest],
      ['policy_loan_interest', -interest],
    ]);
    course.loan += interest;
  } else if (chance(stream, loan.probability)) {
    const amount = Math.floor(surrenderOf(life, policy, year) * loan.share);
    payPremium(account, { kind: 'loan', day, amount: -amount, against: 'policy_loans' });
    course.loan = amount;
  }
}

/** Ends a policy by death, surrender or lapse; returns unearned premium and settles its loan. */
function endPolicy(course: Course, ending: NonNullable<Ending>, year: number): void {
  const { life, policy, account } = course;
  const { day, kind } = ending;
  const unearned = unearnedAt(account, day);
  const until = account.written.at(-1)?.until ?? day;
  if (unearned > 0) {
    writePremium(account, { kind: 'return', effective: day, premium: -unearned, until });
    payPremium(account, { kind: 'refund', day: day + 10, amount: -unearned });
  }
  if (kind === 'surrendered')
    payPremium(account, {
      kind: 'surrender',
      day: day + 10,
      amount: -surrenderOf(life, policy, year),
      against: 'surrenders',
    });
  if (course.loan > 0) {
    payPremium(account, {
      kind: 'loan_repayment',
      day: day + 10,
      amount: course.loan,
      against: 'policy_loans',
    });
    course.loan = 0;
  }
}

/** Decides how a policy year ends: a death within it, or a lapse at its end. */
function endingOf(
  { life, policy, stream }: Course,
  { year, from, to }: { year: number; from: number; to: number },
): Ending {
  const { cfg, table, book } = life;
  const { product, issueAge, endAge } = policy.contract;
  if (policy.fate !== null && policy.fate < to) return { kind: 'death', day: policy.fate };
  const dies = chance(stream, table.q[issueAge + year] * cfg.actual) && policy.fate === null;
  const day = between(stream, from, to - 1);
  if (dies && day >= book.start) return { kind: 'death', day };
  if (issueAge + year + 1 >= endAge) return { kind: 'expired', day: to };
  if (
    product === 'annuity' ||
    policy.fate !== null ||
    to < book.start ||
    !chance(stream, cfg.lapse[product])
  )
    return null;
  return { kind: surrenderOf(life, policy, year + 1) > 0 ? 'surrendered' : 'lapsed', day: to };
}

/** Lives a policy from issue to the end of the window; returns its end, if it had one. */
export function livePolicy(
  life: Life,
  policy: LifePolicy,
  stream: RandomStream,
): { account: PolicyAccount; ending: Ending; loan: number } {
  const { book, cfg } = life;
  const { contract, inception } = policy;
  const account: PolicyAccount = {
    book,
    policyId: policy.id,
    expiry: addYears(inception, contract.endAge - contract.issueAge),
    treaty: contract.product === 'annuity' ? null : civilFromDays(inception).year,
    commissionRate: policy.broker === '' ? 0 : cfg.commission,
    written: [],
    cash: 0,
  };
  const course: Course = { life, policy, account, stream, loan: 0 };
  let ending: Ending = null;
  for (let year = 0; ending === null; year++) {
    const [from, to] = [addYears(inception, year), addYears(inception, year + 1)];
    if (from > book.end) break;
    if (contract.product === 'whole_life' && year >= 4) lend(course, year, from);
    ending = endingOf(course, { year, from, to });
    if (contract.product !== 'annuity' || year === 0)
      payYear(course, { from, to, until: ending?.day ?? to });
    if (contract.product === 'annuity' && to >= book.start && (ending === null || ending.day >= to))
      payPremium(account, {
        kind: 'annuity',
        day: to,
        amount: -contract.benefit,
        against: 'annuity_benefits',
      });
    if (to >= book.start)
      add(
        book.totals,
        'expected deaths',
        life.table.q[contract.issueAge + year] *
          cfg.actual *
          Math.min(1, (book.end - from) / 365.25),
      );
    if (ending !== null && ending.day <= book.end)
      endPolicy(course, ending, year + (ending.kind === 'death' ? 0 : 1));
  }
  accrue(account);
  return {
    account,
    ending: ending !== null && ending.day <= book.end ? ending : null,
    loan: course.loan,
  };
}
