import { parseIsoDate } from '../../../../shared/civil-date.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { between, pick } from '../../bank/draws.ts';
import { add, type Book, type BookOutput } from '../../world/book.ts';
import { streamOf } from '../../world/draws.ts';
import { drawLives, yearsFor } from '../../world/lives.ts';
import { numbered } from '../../world/people.ts';
import { type BookPlan, type BookRequest, planBook } from '../../world/plan.ts';
import { type CellBook, openCell } from '../cell-book.ts';
import { settle } from '../claim-account.ts';
import { cede, closeMonths } from '../close-months.ts';
import { closeCell } from '../insurer-batches.ts';
import { motorLaws } from '../laws.ts';
import { openParties, type PartyPool } from '../party-pool.ts';
import { pushPolicyholders } from '../policyholders.ts';
import { insurerTables } from '../tables.ts';
import { type Chain, type Motor, type Written, writeChain } from './chains.ts';
import { type MotorConfiguration, motorInsurer } from './configuration.ts';
import { trendAt } from './policy-terms.ts';
import { motorReport, sizeBin } from './report.ts';
import type { Planned } from './scene.ts';
import { addSchemes } from './schemes.ts';

const RETENTION_YEARS = { lapse: motorInsurer.lapse, least: 5, most: 10 };

function planMotor(request: BookRequest): BookPlan<MotorConfiguration> {
  return planBook(request, {
    configuration: motorInsurer,
    usualEnd: '2025-12-31',
    usualDays: ({ customers, accounts }) =>
      Math.round(yearsFor(accounts / customers, RETENTION_YEARS) * 365.25),
  });
}

/** Share of monthly plans at which policies and claims have as many rows as requested. */
function monthlyShare(plan: BookPlan, cfg: MotorConfiguration): number {
  const { transactions, accounts } = plan;
  if (transactions === 0) return cfg.monthlyPlans;
  const { startDate, endDate } = plan;
  const years = Math.max(1, (parseIsoDate(endDate) - parseIsoDate(startDate)) / 365.25);
  // Of the policies of the last year, half of the instalments are due after the window.
  const instalments = (transactions / accounts - cfg.rowsPerPolicy) / (1 - 0.5 / years);
  const others = 0.18 * 4 + 0.82;
  return Math.min(1, Math.max(0, (instalments - others) / (12 - others)));
}

/** Draws the chains of renewals of a cell; some belong to a broker who keeps premiums. */
function chainsOf({ book, pool }: Motor, cell: { customers: number; accounts: number }): Chain[] {
  const { start, end } = book;
  const days = end - start + 1;
  const years = Math.max(1, Math.round(days / 365.25));
  const stream = streamOf(book.plan, book.cell, 'lives');
  const { customers, accounts } = cell;
  const count = Math.min(accounts, Math.max(customers, Math.ceil(accounts / (0.8 * years))));
  const lives = drawLives(stream, { count, terms: accounts, years });
  const spread = Math.max(1, Math.min(365, days - Math.round((years - 1) * 365.25)));
  const chains = lives.map(
    (life, i): Chain => ({
      holder: i % customers,
      life,
      first: start + Math.round(life.entry * 365.25) + stream.below(spread),
    }),
  );
  if (count >= 150) {
    keepPremiums({ book, stream, pool, chains }, Number.POSITIVE_INFINITY);
    keepPremiums({ book, stream, pool, chains }, 45);
  }
  return chains;
}

type Brokers = { book: CellBook; stream: RandomStream; pool: PartyPool; chains: Chain[] };

/** Has a broker keep the premiums of some policies for months, or hand them on late. */
function keepPremiums({ book, stream, pool, chains }: Brokers, lateDays: number): void {
  const broker = pick(stream, pool.businesses.broker);
  const from = book.start + stream.below(Math.max(1, book.end - book.start - 300));
  const scheme = numbered(
    'S',
    `${book.plan.idPrefix}${String(book.cell).padStart(5, '0')}`,
    lateDays < 100 ? 9001 : 9000,
    4,
  );
  const some = chains.filter(
    ({ given, first, life }) =>
      given === undefined && first < from && first + 365 * life.terms > from + 200,
  );
  for (const chain of some.slice(0, between(stream, 5, 11)))
    chain.given = { broker, from, to: from + 180, lateDays, scheme };
}

function labelKept({ book }: Motor, written: readonly Written[]): void {
  for (const { term, kept } of written) {
    if (kept === null) continue;
    const fraud = kept.lateDays > 100;
    book.rows.groundTruth.push({
      scheme_id: kept.scheme,
      typology: fraud ? 'premium_diversion' : 'late_broker',
      fraud: fraud ? 1 : 0,
      claim_id: '',
      policy_id: term.policyId,
      party_id: kept.broker,
      role: 'broker',
    });
  }
}

/** Settles the claims of a cell in order of report, so that ids say nothing of their origin. */
function settleAll({ book, cfg }: Motor, stream: RandomStream, planned: Planned[]): void {
  const { totals, rows } = book;
  planned.sort(
    (a, b) => a.loss.reportDate - b.loss.reportDate || a.loss.lossDate - b.loss.lossDate,
  );
  for (const { loss, label } of planned) {
    if (loss.payable > 0) {
      add(totals, `with payment ${loss.peril}`, 1);
      const recovered = loss.recovery?.amount ?? 0;
      const real = (loss.payable - recovered) / trendAt(cfg, loss.lossDate);
      add(totals, `real ${loss.peril}`, real);
      add(totals, `sizes ${loss.peril} ${sizeBin(real)}`, 1);
    }
    const claimId = settle(book, stream, loss);
    if (claimId === '') continue;
    add(totals, 'claims', 1);
    if (label === null) continue;
    if (label.fraud) add(totals, 'fraud', 1);
    rows.groundTruth.push({
      scheme_id: label.scheme,
      typology: label.typology,
      fraud: label.fraud ? 1 : 0,
      claim_id: claimId,
      policy_id: loss.policyId,
      party_id: loss.roles.find(([role]) => role === label.party)?.[1] ?? '',
      role: label.party,
    });
  }
}

function simulateMotor(plan: BookPlan, cell: number): BookOutput {
  const cfg = plan.configuration as MotorConfiguration;
  const planned = plan.cells[cell];
  const book = openCell(plan, cell);
  pushPolicyholders(book, planned.firstCustomer, planned.customers);
  const motor: Motor = {
    book,
    cfg,
    pool: openParties(book, cfg.parties),
    monthly: monthlyShare(plan, cfg),
  };
  const chains = chainsOf(motor, planned);
  let policy = planned.firstAccount;
  const written = chains.flatMap((chain) => {
    const stream = streamOf(plan, policy, 'contract');
    const terms = writeChain(motor, chain, stream, policy);
    policy += chain.life.terms;
    return terms;
  });
  labelKept(motor, written);
  settleAll(
    motor,
    streamOf(plan, cell, 'claims'),
    addSchemes(motor, streamOf(plan, cell, 'crime'), written),
  );
  closeMonths(book);
  cede(book, cfg.quotaShare);
  return closeCell(book);
}

export const motorBook: Book = {
  tables: insurerTables,
  laws: motorLaws,
  plan: planMotor,
  simulate: simulateMotor,
  report: (plan, totals) => motorReport(plan as BookPlan<MotorConfiguration>, totals),
};
