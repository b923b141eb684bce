import { civilFromDays, parseIsoDate } from '../../../../shared/civil-date.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { between, chance, drawKey, pick } from '../../bank/draws.ts';
import { NO_DATE } from '../../rows/row-batch.ts';
import {
  add,
  type Book,
  type BookOutput,
  type BookReport,
  figure,
  of,
  type Totals,
} from '../../world/book.ts';
import { addYears } from '../../world/days.ts';
import { streamOf } from '../../world/draws.ts';
import { numbered } from '../../world/people.ts';
import { type BookPlan, type BookRequest, planBook } from '../../world/plan.ts';
import { batchOf, type RowOf } from '../../world/tables.ts';
import { openCell } from '../cell-book.ts';
import { settle } from '../claim-account.ts';
import { cede, closeMonths } from '../close-months.ts';
import { closeCell } from '../insurer-batches.ts';
import { openParties } from '../party-pool.ts';
import { unearnedAt, writtenAt } from '../policy-account.ts';
import { pushPolicyholders } from '../policyholders.ts';
import { type LifeConfiguration, lifeInsurer } from './configuration.ts';
import { lifeLaws } from './laws.ts';
import { commutation } from './mortality.ts';
import {
  drawPolicy,
  type Ending,
  type Life,
  type LifePolicy,
  livePolicy,
  reserveOf,
  surrenderOf,
} from './policy-life.ts';
import { lifePolicies, lifeTables, policyReserves } from './tables.ts';

type Lived = { policy: LifePolicy; ending: Ending };

/** Reserve on a day, between those of the anniversaries around it; 0 if the policy has ended. */
function reserveOn(life: Life, { policy, ending }: Lived, day: number): number {
  const { contract, inception } = policy;
  if (day < inception || (ending !== null && ending.day <= day)) return 0;
  let year = civilFromDays(day).year - civilFromDays(inception).year;
  if (addYears(inception, year) > day) year--;
  const [from, to] = [addYears(inception, year), addYears(inception, year + 1)];
  const isFresh = contract.product === 'annuity' && year === 0;
  const before = isFresh ? contract.netPremium : reserveOf(life, policy, year);
  return Math.round(
    before + ((reserveOf(life, policy, year + 1) - before) * (day - from)) / (to - from),
  );
}

/** Books reserves and what they earned, at the ends of years and at the end of the window. */
function bookReserves(life: Life, lived: readonly Lived[]): void {
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

/** Shares of deaths in the US: NCHS Data Brief 395, Mortality in the United States, 2019. */
const CAUSES = {
  'heart disease': 0.23,
  cancer: 0.21,
  accident: 0.06,
  stroke: 0.05,
  'other illness': 0.45,
};

type Death = Lived & {
  label: { scheme: string; typology: string; fraud: boolean } | null;
  doctor: string;
};

/** Settles deaths in order of report; some early deaths of fraud are found and denied. */
function settleDeaths(life: Life, stream: RandomStream, deaths: readonly Death[]): void {
  const { book, cfg } = life;
  const reported = deaths.map((death) => ({
    ...death,
    report: death.ending!.day + between(stream, 1, 25),
  }));
  reported.sort((a, b) => a.report - b.report);
  for (const { policy, ending, label, doctor, report } of reported) {
    const { benefit } = policy.contract;
    const early = ending!.day < addYears(policy.inception, cfg.contestableYears);
    const denied = label?.fraud === true && chance(stream, 0.4);
    const claim = settle(book, stream, {
      policyId: policy.id,
      coverageId: `${policy.id}1`,
      treaty: civilFromDays(policy.inception).year,
      peril: 'death',
      cause: label?.typology === 'accidental_early_death' ? 'accident' : drawKey(stream, CAUSES),
      city: book.rows.policyholders[policy.holder].city,
      lossDate: ending!.day,
      reportDate: report,
      payable: denied ? 0 : benefit,
      usual: benefit,
      settleDays:
        report - ending!.day + (early ? between(stream, 60, 240) : between(stream, 8, 50)),
      interim: 0,
      uncertainty: 0,
      expense: early ? between(stream, 300, 1800) * 100 : 0,
      recovery: null,
      reopened: false,
      payee: policy.beneficiary,
      expensePayee: doctor,
      roles: [
        ['beneficiary', policy.beneficiary],
        ['doctor', doctor],
      ],
    });
    if (claim === '') continue;
    add(book.totals, 'claims', 1);
    if (label === null) continue;
    book.rows.groundTruth.push({
      scheme_id: label.scheme,
      typology: label.typology,
      fraud: label.fraud ? 1 : 0,
      claim_id: claim,
      policy_id: policy.id,
      party_id: policy.beneficiary,
      role: 'beneficiary',
    });
  }
}

/** Sets early deaths on young policies: a ring with one broker and doctor, and honest accidents. */
function setFates(life: Life, stream: RandomStream, policies: LifePolicy[]) {
  const { book, cfg, pool } = life;
  const labels = new Map<string, NonNullable<Death['label']>>();
  const young = policies.filter(
    ({ inception, contract }) =>
      contract.product !== 'annuity' && inception >= book.start && inception < book.end - 500,
  );
  const broker = pick(stream, pool.businesses.broker);
  const scheme = (n: number) =>
    numbered('S', `${book.plan.idPrefix}${String(book.cell).padStart(5, '0')}`, n, 4);
  const set = (count: number, fraud: boolean, number: number) => {
    for (let i = 0; i < count; i++) {
      const free = young.filter(({ id }) => !labels.has(id));
      if (free.length === 0) return;
      const policy = pick(stream, free);
      policy.fate = policy.inception + between(stream, 40, 480);
      if (fraud) policy.broker = broker;
      const typology = fraud ? 'early_death' : 'accidental_early_death';
      labels.set(policy.id, { scheme: scheme(fraud ? number : number + i), typology, fraud });
    }
  };
  const count = (rate: number) =>
    policies.length >= 200 ? Math.max(2, Math.round(rate * policies.length)) : 0;
  set(count(cfg.earlyDeath), true, 1);
  set(count(cfg.accidentalDeath), false, 101);
  return labels;
}

function pushReserves(
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
    const holder = book.rows.policyholders[policy.holder];
    holder.since = Math.min(holder.since, policy.inception);
    const written = writtenAt(account, book.end);
    const unearned = unearnedAt(account, book.end);
    const { contract } = policy;
    let year = civilFromDays(book.end).year - civilFromDays(policy.inception).year;
    if (addYears(policy.inception, year) > book.end) year--;
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
      surrender_value: ending === null ? surrenderOf(life, policy, year) : 0,
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

function reportLife(plan: BookPlan, totals: Totals): BookReport {
  const deaths = of(totals, 'ended death');
  return {
    figures: [
      figure('rows of policy and claim transactions', of(totals, 'transactions'), {
        low: plan.transactions * 0.9,
        high: plan.transactions * 1.1,
        source: 'request, as near as whole policies allow',
        enough: plan.transactions > 0,
      }),
      figure('actual to expected deaths', deaths / of(totals, 'expected deaths'), {
        low: 0.85,
        high: 1.2,
        source: 'configuration: Makeham, Standard Ultimate Life Table x .9; schemes add some',
        enough: deaths >= 200,
      }),
      figure('ledger imbalance, minor units', of(totals, 'imbalance'), {
        low: 0,
        high: 0,
        source: 'double entry',
      }),
    ],
    facts: {},
    files: {},
  };
}

export const lifeBook: Book = {
  tables: lifeTables,
  laws: lifeLaws,
  plan: (request) =>
    planBook(request, { configuration: lifeInsurer, usualEnd: '2025-12-31', usualDays }),
  simulate: simulateLife,
  report: reportLife,
};
