import { civilFromDays } from '../../../../shared/civil-date.ts';
import { exponential } from '../../../random/exponential.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { chance, pick } from '../../bank/draws.ts';
import { countries } from '../../data/countries.ts';
import { add } from '../../world/book.ts';
import { normal, poisson } from '../../world/draws.ts';
import type { Life } from '../../world/lives.ts';
import { numbered } from '../../world/people.ts';
import type { CellBook } from '../cell-book.ts';
import type { Loss } from '../claim-course.ts';
import type { PartyPool } from '../party-pool.ts';
import { accrue, type PolicyAccount, unearnedAt, writtenAt } from '../policy-account.ts';
import type { MotorConfiguration } from './configuration.ts';
import { covered, drawLoss, type Term } from './losses.ts';
import { coversOf, drawChoices, drawVehicle, termOf, vehicleValue } from './policy-terms.ts';
import { type Rating, relativity } from './rating.ts';
import { type Break, bookTerm, drawBreak, type Kept } from './term-premiums.ts';

export type Motor = { book: CellBook; cfg: MotorConfiguration; pool: PartyPool; monthly: number };

export type Chain = {
  holder: number;
  life: Life;
  first: number;
  given?: Kept | undefined;
};

export type Written = { term: Term; kept: Kept | null; losses: Loss[] };

function drawLosses(stream: RandomStream, { cfg, pool, book }: Motor, term: Term): Loss[] {
  const losses: Loss[] = [];
  for (const cover of term.covers) {
    const { frequency } = cfg.perils[cover.peril];
    const days = term.coverEnd - term.inception;
    const n = poisson(stream, (frequency * term.rate * days) / 365.25);
    for (let i = 0; i < n; i++) {
      const day = term.inception + stream.below(days);
      if (covered(term, day) && day <= book.end)
        losses.push(drawLoss(stream, { term, cover, day, cfg, pool }));
    }
  }
  return losses;
}

/** Facts of a chain that its renewals share. */
function openChain(motor: Motor, { holder, given, first }: Chain, stream: RandomStream) {
  const { book, cfg, pool } = motor;
  const row = book.rows.policyholders[holder];
  const plan = chance(stream, motor.monthly)
    ? 'monthly'
    : chance(stream, 0.18)
      ? 'quarterly'
      : 'annual';
  const brokered = chance(stream, cfg.brokered);
  const broker = pick(stream, pool.businesses.broker);
  const { heterogeneity } = cfg;
  return {
    row,
    plan,
    broker: given?.broker ?? (brokered ? broker : ''),
    own: exponential(heterogeneity * normal(stream) - (heterogeneity * heterogeneity) / 2),
    choices: drawChoices(stream, cfg),
    territory: countries[book.plan.country].cities.indexOf(row.city),
    vehicle: drawVehicle(stream, first, cfg),
    atFault: [] as number[],
  };
}

type Held = ReturnType<typeof openChain>;
type TermFacts = {
  policyId: string;
  renewalOf: string;
  dates: { inception: number; expiry: number };
  rating: Rating;
  ended: Break | null;
};

/** Draws what happens to the premium of a term, and books it. */
function accountTerm(
  { book, cfg }: Motor,
  { plan, broker }: Held,
  {
    premium,
    facts,
    stream,
    kept,
  }: { premium: number; facts: TermFacts; stream: RandomStream; kept: Kept | undefined },
): { account: PolicyAccount; touched: boolean } {
  const { dates, policyId, renewalOf, ended } = facts;
  const { inception, expiry } = dates;
  const changes = chance(stream, cfg.endorsed) && ended === null;
  const day = inception + 20 + stream.below(300);
  const change = (premium * (stream.float() * 0.3 - 0.1) * (expiry - day)) / (expiry - inception);
  const account: PolicyAccount = {
    book,
    policyId,
    expiry,
    treaty: civilFromDays(inception).year,
    commissionRate: broker === '' ? 0 : cfg.commission,
    written: [],
    cash: 0,
  };
  const touched = bookTerm(account, {
    premium,
    kind: renewalOf === '' ? 'new' : 'renewal',
    term: dates,
    plan,
    ended,
    endorsement: changes ? { day, premium: Math.round(change) } : null,
    kept,
  });
  accrue(account);
  return { account, touched };
}

function pushPolicy({ book }: Motor, held: Held, facts: TermFacts, account: PolicyAccount): number {
  const { dates, rating, ended, policyId, renewalOf } = facts;
  const { row, vehicle, broker, plan } = held;
  const isCancelled = ended !== null && ended.back === null && ended.day <= book.end;
  const written = writtenAt(account, book.end);
  const unearned = unearnedAt(account, book.end);
  const coverEnd = isCancelled ? ended.day : dates.expiry;
  book.rows.policies.push({
    policy_id: policyId,
    policyholder_id: row.policyholder_id,
    product: 'personal_auto',
    inception: dates.inception,
    expiry: dates.expiry,
    status: isCancelled ? 'cancelled' : dates.expiry <= book.end ? 'expired' : 'active',
    cover_end: coverEnd,
    renewal_of: renewalOf,
    broker_id: broker,
    payment_plan: plan,
    driver_age: rating.driverAge,
    territory: 'ABCDEFGHIJ'[rating.territory],
    vehicle_group: rating.vehicleGroup,
    vehicle_age: vehicle.age,
    vehicle_value: vehicleValue(vehicle),
    prior_claims: rating.priorClaims,
    written_premium: written,
    earned_premium: written - unearned,
    unearned_premium: unearned,
  });
  return coverEnd;
}

function ratingOf({ row, territory, vehicle, atFault }: Held, inception: number): Rating {
  return {
    driverAge: Math.max(18, civilFromDays(inception).year - row.birth_year),
    territory,
    vehicleGroup: vehicle.group,
    priorClaims: atFault.filter((day) => day > inception - 1096).length,
  };
}

function writeTerm(
  motor: Motor,
  held: Held,
  chain: Chain,
  { n, stream, firstPolicy }: { n: number; stream: RandomStream; firstPolicy: number },
): Written {
  const { book, cfg } = motor;
  const { idPrefix } = book.plan;
  const dates = termOf(chain.first, n);
  const rating = ratingOf(held, dates.inception);
  const policyId = numbered('L', idPrefix, firstPolicy + n + 1);
  const { vehicle } = held;
  const covers = coversOf(held.choices, { rating, vehicle, day: dates.inception, cfg }).map(
    (cover, i) => ({
      ...cover,
      coverageId: `${policyId}${i + 1}`,
    }),
  );
  const isLast = n === chain.life.terms - 1 && dates.expiry <= book.end;
  const ended = chain.given
    ? null
    : drawBreak(stream, { chance: isLast ? 0.18 : 0.012, term: dates, cfg });
  if (ended !== null && !isLast) ended.back ??= ended.day + 5 + stream.below(25);
  const facts: TermFacts = {
    policyId,
    renewalOf: n === 0 ? '' : numbered('L', idPrefix, firstPolicy + n),
    dates,
    rating,
    ended,
  };
  const premium = covers.reduce((sum, cover) => sum + cover.premium, 0);
  const { account, touched } = accountTerm(motor, held, {
    premium,
    facts,
    stream,
    kept: chain.given,
  });
  const coverEnd = pushPolicy(motor, held, facts, account);
  for (const { peril, limit, deductible, premium: annual, coverageId } of covers)
    book.rows.coverages.push({
      coverage_id: coverageId,
      policy_id: policyId,
      peril,
      limit_amount: limit,
      deductible,
      annual_premium: annual,
    });
  const term: Term = {
    policyId,
    treaty: civilFromDays(dates.inception).year,
    holder: chain.holder,
    city: held.row.city,
    inception: dates.inception,
    coverEnd,
    gap: ended?.back == null ? null : [ended.day, ended.back],
    covers,
    rate: relativity(cfg, rating) * held.own,
    isFirst: n === 0,
  };
  const losses = drawLosses(stream, motor, term);
  const years = (Math.min(coverEnd, book.end) - dates.inception) / 365.25;
  for (const { peril } of covers) add(book.totals, `exposure ${peril}`, years);
  for (const { peril, lossDate } of losses)
    if (peril !== 'comprehensive') held.atFault.push(lossDate);
  return { term, kept: touched ? chain.given! : null, losses };
}

/** Writes the policies of a chain of renewals, and draws their losses. */
export function writeChain(
  motor: Motor,
  chain: Chain,
  stream: RandomStream,
  firstPolicy: number,
): Written[] {
  const held = openChain(motor, chain, stream);
  held.row.since = Math.min(held.row.since, chain.first);
  return Array.from({ length: chain.life.terms }, (_, n) => {
    if (n > 0) {
      const { vehicle } = held;
      held.vehicle = chance(stream, 0.1)
        ? drawVehicle(stream, termOf(chain.first, n).inception, motor.cfg)
        : { ...vehicle, age: vehicle.age + 1 };
    }
    return writeTerm(motor, held, chain, { n, stream, firstPolicy });
  });
}
