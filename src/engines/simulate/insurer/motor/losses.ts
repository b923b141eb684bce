import type { RandomStream } from '../../../random/stream.ts';
import { between, chance, drawKey, pick } from '../../bank/draws.ts';
import { logNormal } from '../../world/draws.ts';
import type { Loss } from '../claim-course.ts';
import type { PartyPool } from '../party-pool.ts';
import type { MotorConfiguration, Peril, PerilName } from './configuration.ts';
import { type Cover, trendAt } from './policy-terms.ts';

/** Policy term as losses see it. */
export type Term = {
  policyId: string;
  treaty: number;
  holder: number;
  city: string;
  inception: number;
  /** End of cover: expiry or cancellation; and days without cover after a reinstatement. */
  coverEnd: number;
  gap: readonly [from: number, to: number] | null;
  covers: readonly (Cover & { coverageId: string })[];
  rate: number;
  /** Written new, not renewed. */
  isFirst: boolean;
};

/** Facts of a loss that a scheme sets; others are drawn. */
export type Given = Partial<{
  cause: string;
  reportDate: number;
  /** Ground-up amount in minor units. */
  size: number;
  withPayment: boolean;
  claimant: string;
  repairer: string;
  doctor: string;
  attorney: string;
  witness: string;
  passengers: readonly string[];
}>;

/** Longest report delay, in days: the statute of limitations of most states is two to three years. */
const MAX_REPORT = 900;

/** Longest life of a claim; the triangle of ten years needs no tail. */
const MAX_SETTLE = 2900;

export const covered = ({ inception, coverEnd, gap }: Term, day: number): boolean =>
  day >= inception && day < coverEnd && (gap === null || day < gap[0] || day >= gap[1]);

type Drawn = { stream: RandomStream; term: Term; pool: PartyPool; given: Given };

/** Chooses the parties of a claim, the payee first. */
function rolesOf(
  { stream, term, pool, given }: Drawn,
  peril: PerilName,
  cause: string,
): Loss['roles'] {
  const choose = (kind: 'repairer' | 'doctor' | 'attorney') =>
    given[kind] ?? pick(stream, pool.businesses[kind]);
  const driver = ['driver', pool.policyholder(term.holder)] as const;
  const rides = given.passengers === undefined && peril !== 'comprehensive' && chance(stream, 0.18);
  const riders = rides ? [pool.anyone(stream)] : (given.passengers ?? []);
  const passengers = riders.map((party) => ['passenger', party] as const);
  const witness =
    given.witness ?? (peril !== 'comprehensive' && chance(stream, 0.2) ? pool.anyone(stream) : '');
  const others = [
    driver,
    ...passengers,
    ...(witness === '' ? [] : [['witness', witness] as const]),
  ];
  if (peril === 'bodily_injury') {
    const represented = given.attorney !== undefined || chance(stream, 0.4);
    const attorney = represented ? [['attorney', choose('attorney')] as const] : [];
    return [
      ['claimant', given.claimant ?? pool.anyone(stream)],
      ['doctor', choose('doctor')],
      ...attorney,
      ...others,
    ];
  }
  if (cause === 'theft') return others;
  const repairer = ['repairer', choose('repairer')] as const;
  return peril === 'property_damage'
    ? [repairer, ['claimant', given.claimant ?? pool.anyone(stream)], ...others]
    : [repairer, ...others];
}

const meanSizes = new WeakMap<object, number>();

/** Median size of a cause beside the mean of all causes. */
function sizeOf({ causes, sizes }: Peril, cause: string): number {
  let mean = meanSizes.get(causes);
  if (mean === undefined) {
    mean = Object.entries(causes).reduce((sum, [name, part]) => sum + part * (sizes[name] ?? 1), 0);
    meanSizes.set(causes, mean);
  }
  return (sizes[cause] ?? 1) / mean;
}

const isPhysical = (peril: PerilName) => peril === 'collision' || peril === 'comprehensive';

/** Draws a claim of a cover on a day. */
export function drawLoss(
  stream: RandomStream,
  {
    term,
    cover,
    day,
    cfg,
    pool,
    given = {},
  }: {
    term: Term;
    cover: Term['covers'][number];
    day: number;
    cfg: MotorConfiguration;
    pool: PartyPool;
    given?: Given;
  },
): Loss {
  const peril = cfg.perils[cover.peril];
  const prices = trendAt(cfg, day);
  const injury = cover.peril === 'bodily_injury';
  const cause = given.cause ?? drawKey(stream, peril.causes);
  const median = peril.severity.median * 100 * prices * sizeOf(peril, cause);
  const size = Math.round(given.size ?? logNormal(stream, median, peril.severity.sigma));
  const total = isPhysical(cover.peril) && size > 0.75 * cover.limit;
  const gross = Math.min(total ? cover.limit : size, cover.limit) - cover.deductible;
  const paid = !chance(stream, peril.withoutPayment) || given.withPayment === true;
  const payable = paid ? Math.max(0, gross) : 0;
  const delay = Math.floor(logNormal(stream, peril.report.median, peril.report.sigma));
  const reportDate =
    given.reportDate ?? day + (delay <= MAX_REPORT ? delay : between(stream, 30, MAX_REPORT));
  const relative = Math.min(3, Math.max(0.5, size / median));
  const stretch = injury ? 0.9 + 0.12 * (relative - 0.5) : 1;
  const settleDays = Math.min(
    MAX_SETTLE,
    Math.round(logNormal(stream, peril.settle.median * stretch, peril.settle.sigma)),
  );
  const subrogated =
    cover.peril === 'collision' && cause !== 'single_vehicle' && chance(stream, 0.3);
  const share = subrogated ? 0.3 + 0.7 * stream.float() : 0.12 + 0.15 * stream.float();
  const roles = rolesOf({ stream, term, pool, given }, cover.peril, cause);
  const expense = Math.round(
    logNormal(stream, peril.expense.median * 100 * prices, injury ? 0.8 : 0.4),
  );
  return {
    policyId: term.policyId,
    coverageId: cover.coverageId,
    treaty: term.treaty,
    peril: cover.peril,
    cause,
    city: term.city,
    lossDate: day,
    reportDate,
    payable,
    usual: Math.round(median * 1.3),
    settleDays: Math.max(settleDays, reportDate - day + 5),
    interim: peril.interim * Math.min(2, relative),
    uncertainty: injury ? 0.6 : 0.25,
    expense: chance(stream, peril.expense.share) && cause !== 'glass' ? expense : 0,
    recovery:
      subrogated || total
        ? { reason: subrogated ? 'subrogation' : 'salvage', amount: Math.floor(payable * share) }
        : null,
    reopened: chance(stream, cfg.reopened),
    payee: roles[0][1],
    expensePayee: roles.find(([role]) => role === 'attorney' || role === 'repairer')?.[1] ?? '',
    roles,
  };
}
