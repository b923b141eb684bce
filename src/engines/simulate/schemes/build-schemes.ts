import { type RandomStream, streamFor } from '../../random/stream.ts';
import { drawKey, purposes } from '../bank/draws.ts';
import type { Common } from '../cell.ts';
import type { Configuration } from '../configuration/schema.ts';
import { FIRST_SECOND, fillRows } from './fill-rows.ts';
import { integrate } from './integrate.ts';
import type { MemberPool } from './members.ts';
import { reserve, sortForBooking } from './reserve.ts';
import type { Builder, DraftLeg } from './scheme-builder.ts';
import { typologies } from './typologies.ts';

export type Scheme = { id: string; typology: string; laundering: boolean; legs: DraftLeg[] };

/** Look-alikes: name, size relative to the typology's amounts, and rows relative to others. */
const LOOK_ALIKES: Readonly<Record<string, { name: string; size: number; often: number }>> = {
  fan_out: { name: 'estate_shares', size: 0.9, often: 1.2 },
  fan_in: { name: 'club_dues', size: 0.12, often: 0.6 },
  gather_scatter: { name: 'estate_agent', size: 0.5, often: 0.6 },
  scatter_gather: { name: 'cash_pooling', size: 0.8, often: 0.6 },
  cycle: { name: 'group_loans', size: 0.8, often: 0.7 },
  random: { name: 'subcontractors', size: 0.9, often: 1.2 },
  bipartite: { name: 'supply_chain', size: 0.5, often: 0.4 },
  stack: { name: 'holding_group', size: 0.7, often: 0.5 },
  structuring: { name: 'cash_trader', size: 0.95, often: 1.5 },
  smurfing: { name: 'family_business', size: 1, often: 1.8 },
  mule: { name: 'first_flat', size: 1, often: 1.6 },
  round_trip: { name: 'deposit_returned', size: 0.9, often: 0.8 },
  rapid_in_out: { name: 'pass_through', size: 0.7, often: 0.5 },
  funnel: { name: 'market_trader', size: 1, often: 1.7 },
  dormant_burst: { name: 'inheritance', size: 1.2, often: 2 },
  trade_misinvoicing: { name: 'import_trade', size: 1, often: 0.8 },
};

const allowed = (weights: Record<string, number>, rows: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(weights).filter(([name]) => (typologies[name]?.minRows ?? Infinity) <= rows),
  );

/** Location of schemes: a cell of a plan, or a set of existing accounts. */
export type SchemeContext = {
  common: Common;
  configuration: Configuration;
  idPrefix: string;
  country: string;
  cell: number;
  transactions: number;
  laundering: number;
  hasNeighbor: boolean;
  /** Returns a fresh pool for a scheme; `across` includes members of the right-hand neighbor. */
  pool: (stream: RandomStream, across: boolean) => MemberPool;
  /** Skips schemes that stay in their cell. */
  acrossOnly: boolean;
};

/** Rows of a scheme, unless fewer are left. */
const MIN_ROWS = 6;

/** Settings of structuring if a configuration leaves it out. */
const FALLBACK = { amount: { median: 8000, sigma: 0.1 }, days: { least: 14, most: 60 } };

function schemeOf(
  context: SchemeContext,
  { number, rows, laundering }: { number: number; rows: number; laundering: boolean },
): Scheme | null {
  const { configuration, common, cell } = context;
  const entity = cell * 1_000_000 + number;
  const stream = streamFor(common.seed, entity, laundering ? purposes.scheme : purposes.lookAlike);
  const across =
    laundering && context.hasNeighbor && stream.float() < configuration.laundering.acrossCells;
  if (context.acrossOnly && !across) return null;
  const { typologies: settings, integration } = configuration.laundering;
  const weights = Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => laundering || LOOK_ALIKES[name] !== undefined)
      .map(([name, { weight }]) => [name, weight * (laundering ? 1 : LOOK_ALIKES[name]!.often)]),
  );
  const possible = allowed(weights, rows);
  const names = Object.keys(possible);
  const typology = names.some((name) => possible[name] > 0)
    ? drawKey(stream, possible)
    : 'structuring';
  const { amount, days } = settings[typology] ?? FALLBACK;
  const size = laundering ? 1 : (LOOK_ALIKES[typology]?.size ?? 1);
  const length = common.calendar.days.length * 86_400 - 36_000;
  const desired = (days.least + (days.most - days.least) * stream.float()) * 86_400;
  const span = Math.floor(Math.min(desired, length * 0.7));
  const builder: Builder = {
    typology,
    stream,
    common,
    configuration,
    country: context.country,
    laundering,
    rows,
    span,
    start: FIRST_SECOND + Math.floor((length - span) * 0.98 * stream.float()),
    amount: { ...amount, median: amount.median * size },
    legs: [],
    pool: context.pool(stream, across),
    across,
  };
  typologies[typology].build(builder);
  builder.legs.length = Math.min(builder.legs.length, rows);
  fillRows(builder, rows);
  const last = length + FIRST_SECOND;
  if (laundering) {
    integrate(builder, Math.round(rows * integration * (0.6 + 0.8 * stream.float())));
  }
  for (const leg of builder.legs) leg.time = Math.min(leg.time, last);
  reserve(sortForBooking(builder.legs));
  const shown = laundering
    ? builder.typology
    : (LOOK_ALIKES[builder.typology]?.name ?? 'pass_through');
  const letter = laundering ? 'S' : 'N';
  return {
    id: `${letter}${context.idPrefix}${cell}-${number}`,
    typology: shown,
    laundering,
    legs: builder.legs,
  };
}

/** Builds all schemes that start in a context; laundering rows add up to `laundering`. */
export function buildSchemes(context: SchemeContext): Scheme[] {
  const schemes: Scheme[] = [];
  const fill = (total: number, laundering: boolean) => {
    const purpose = laundering ? purposes.scheme : purposes.lookAlike;
    const sizes = streamFor(context.common.seed, context.cell, purpose + 0x10000);
    let left = total;
    for (let number = 1; left > 0; number++) {
      const desired = MIN_ROWS + sizes.below(22);
      const rows = left - desired < MIN_ROWS ? left : desired;
      const scheme = schemeOf(context, { number, rows, laundering });
      if (scheme !== null) schemes.push(scheme);
      left -= rows;
    }
  };
  fill(context.laundering, true);
  const { lookAlikes } = context.configuration.laundering;
  const innocent = Math.floor(
    Math.min(context.laundering * lookAlikes, context.transactions * 0.05),
  );
  if (innocent >= 5 && !context.acrossOnly) fill(innocent, false);
  return schemes;
}
