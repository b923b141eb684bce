import { parseIsoDate } from '../../../../shared/civil-date.ts';
import { pick } from '../../bank/draws.ts';
import { NO_DATE } from '../../rows/row-batch.ts';
import { add, type Book, type BookOutput } from '../../world/book.ts';
import { yearsBetween } from '../../world/days.ts';
import { streamOf } from '../../world/draws.ts';
import { numbered } from '../../world/people.ts';
import { type BookPlan, type BookRequest, planBook } from '../../world/plan.ts';
import { batchOf, type RowOf } from '../../world/tables.ts';
import { openCell } from '../cell-book.ts';
import { cede, closeMonths } from '../close-months.ts';
import { closeCell } from '../insurer-batches.ts';
import { openParties } from '../party-pool.ts';
import { type PolicyAccount, unearnedAt, writtenAt } from '../policy-account.ts';
import { pushPolicyholders } from '../policyholders.ts';
import { type LifeConfiguration, lifeInsurer } from './configuration.ts';
import { type Death, setFates, settleDeaths } from './deaths.ts';
import { lifeLaws } from './laws.ts';
import { commutation } from './mortality.ts';
import { drawPolicy, type Life, livePolicy, surrenderOf } from './policy-life.ts';
import { reportLife } from './report.ts';
import { bookReserves, type Lived, pushReserves, reserveOn } from './reserves.ts';
import { lifePolicies, lifeTables, policyReserves } from './tables.ts';

/** Adds the row of a policy, and its cover. */
function pushPolicy(
  life: Life,
  { policy, ending }: Lived,
  {
    account,
    loan,
    rows,
  }: { account: PolicyAccount; loan: number; rows: RowOf<typeof lifePolicies>[] },
): void {
  const { book } = life;
  const holder = book.rows.policyholders[policy.holder];
  holder.since = Math.min(holder.since, policy.inception);
  const written = writtenAt(account, book.end);
  const unearned = unearnedAt(account, book.end);
  const { contract } = policy;
  add(book.totals, 'earned', written - unearned);
  rows.push({
    policy_id: policy.id,
    policyholder_id: holder.policyholder_id,
    product: contract.product,
    inception: policy.inception,
    expiry: account.expiry,
    status: ending?.kind ?? 'active',
    status_date: ending?.day ?? NO_DATE,
    broker_id: policy.broker,
    beneficiary_id: policy.beneficiary,
    payment_plan: policy.plan,
    issue_age: contract.issueAge,
    benefit: contract.benefit,
    net_premium: contract.netPremium,
    gross_premium: policy.grossPremium,
    loan_balance: loan,
    reserve: reserveOn(life, { policy, ending }, book.end),
    surrender_value:
      ending === null ? surrenderOf(life, policy, yearsBetween(policy.inception, book.end)) : 0,
    written_premium: written,
    earned_premium: written - unearned,
    unearned_premium: unearned,
  });
  if (contract.product !== 'annuity')
    book.rows.coverages.push({
      coverage_id: `${policy.id}1`,
      policy_id: policy.id,
      peril: 'death',
      limit_amount: contract.benefit,
      deductible: 0,
      annual_premium: policy.grossPremium,
    });
}

function simulateLife(plan: BookPlan, cell: number): BookOutput {
  const cfg = plan.configuration as LifeConfiguration;
  const planned = plan.cells[cell];
  const book = openCell(plan, cell);
  pushPolicyholders(book, planned.firstCustomer, planned.customers);
  const pool = openParties(book, { broker: 6, doctor: 12 });
  const table = commutation(cfg.mortality, cfg.interest);
  const life: Life = { book, cfg, table, pool, monthly: monthlyShare(plan, cfg) };
  const drawn = Array.from({ length: planned.accounts }, (_, i) => {
    const id = numbered('L', plan.idPrefix, planned.firstAccount + i + 1);
    const stream = streamOf(plan, planned.firstAccount + i, 'contract');
    return { stream, policy: drawPolicy(life, stream, { id, holder: i % planned.customers }) };
  });
  const crime = streamOf(plan, cell, 'crime');
  const labels = setFates(
    life,
    crime,
    drawn.map(({ policy }) => policy),
  );
  const ringDoctor = pick(crime, pool.businesses.doctor);
  const rows: RowOf<typeof lifePolicies>[] = [];
  const reserves: RowOf<typeof policyReserves>[] = [];
  const lived: Lived[] = [];
  for (const { policy, stream } of drawn) {
    const { account, ending, loan } = livePolicy(life, policy, stream);
    lived.push({ policy, ending });
    pushReserves(life, { policy, ending }, reserves);
    pushPolicy(life, { policy, ending }, { account, loan, rows });
    if (ending !== null) add(book.totals, `ended ${ending.kind}`, 1);
  }
  const dead = lived.filter(
    ({ policy, ending }) => ending?.kind === 'death' && policy.beneficiary !== '',
  );
  const deaths = dead.map((one): Death => {
    const label = labels.get(one.policy.id) ?? null;
    return {
      ...one,
      label,
      doctor: label?.fraud ? ringDoctor : pick(crime, pool.businesses.doctor),
    };
  });
  settleDeaths(life, streamOf(plan, cell, 'claims'), deaths);
  bookReserves(life, lived);
  closeMonths(book);
  cede(book, cfg.quotaShare);
  const kept = new Set(rows.map(({ beneficiary_id }) => beneficiary_id));
  return closeCell(book, kept, {
    policies: batchOf(lifePolicies, rows),
    policy_reserves: batchOf(policyReserves, reserves),
  });
}

/** Share of monthly plans at which premiums have as many rows as requested. */
function monthlyShare(plan: BookPlan, cfg: LifeConfiguration): number {
  const { transactions, accounts, startDate, endDate } = plan;
  if (transactions === 0) return cfg.monthlyPlans;
  const years = (parseIsoDate(endDate) - parseIsoDate(startDate)) / 365.25;
  const { first, decline, least } = cfg.rowsPerYear;
  const annual = years * Math.max(least, first - decline * years);
  return Math.min(1, Math.max(0, (transactions / accounts - annual) / (annual * 11)));
}

/** Ten years, or as many (2 at least) as the rows fill at 2.2 a policy. */
const usualDays = ({ transactions, accounts }: BookRequest): number => {
  const years = transactions === 0 ? 10 : Math.floor(transactions / accounts / 2.2);
  return Math.round(365.25 * Math.min(10, Math.max(2, years)));
};

export const lifeBook: Book = {
  tables: lifeTables,
  laws: lifeLaws,
  plan: (request) =>
    planBook(request, { configuration: lifeInsurer, usualEnd: '2025-12-31', usualDays }),
  simulate: simulateLife,
  report: reportLife,
};
