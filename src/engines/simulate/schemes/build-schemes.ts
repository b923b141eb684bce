import { type RandomStream, streamFor } from '../../random/stream.ts';
import { drawKey, purposes } from '../bank/draws.ts';
import type { Common } from '../cell.ts';
import type { Configuration } from '../configuration/schema.ts';
import { integrate } from './integrate.ts';
import type { MemberPool } from './members.ts';
import { reserve, sortForBooking } from './reserve.ts';
import type { Builder, DraftLeg } from './scheme-builder.ts';
import { typologies } from './typologies.ts';
import { atWakingHour } from './waking-hours.ts';

export type Scheme = { id: string; typology: string; laundering: boolean; legs: DraftLeg[] };

/** Typologies that legitimate customers resemble, with the names of the look-alikes. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  fan_out: 'shared_costs',
  fan_in: 'club_dues',
  structuring: 'cash_trader',
  rapid_in_out: 'pass_through',
  round_trip: 'deposit_returned',
  mule: 'cash_household',
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
  cell: number;
  transactions: number;
  laundering: number;
  hasNeighbor: boolean;
  /** Returns a fresh pool for a scheme; `across` includes members of the right-hand neighbor. */
  pool: (stream: RandomStream, across: boolean) => MemberPool;
  /** Skips schemes that stay in their cell. */
  acrossOnly: boolean;
};

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
  const all = configuration.laundering.typologies;
  const weights = laundering
    ? all
    : Object.fromEntries(Object.keys(LOOK_ALIKES).map((name) => [name, all[name] ?? 0]));
  const shape = Math.max(
    1,
    rows - Math.round(rows * configuration.laundering.integration * (0.6 + 0.8 * stream.float())),
  );
  const possible = allowed(weights, rows >= 5 ? Math.max(5, shape) : shape);
  const names = Object.keys(possible);
  const typology = names.some((name) => possible[name] > 0)
    ? drawKey(stream, possible)
    : 'structuring';
  const length = common.calendar.days.length * 86_400 - 36_000;
  const desired = (2 + 18 * stream.float()) * 86_400;
  const span = Math.floor(Math.min(desired, length * 0.7));
  const builder: Builder = {
    typology,
    stream,
    common,
    configuration,
    rows: Math.max(typologies[typology].minRows, shape),
    span,
    start: 10_800 + Math.floor((length - span) * 0.98 * stream.float()),
    small: stream.float() < configuration.laundering.small,
    legs: [],
    pool: context.pool(stream, across),
    across,
  };
  typologies[typology].build(builder);
  builder.legs.length = Math.min(builder.legs.length, Math.max(rows, 0));
  for (const leg of builder.legs) leg.time = atWakingHour(leg.time);
  if (builder.legs.length > 0) integrate(builder, rows - builder.legs.length);
  reserve(sortForBooking(builder.legs));
  const shown = laundering ? builder.typology : LOOK_ALIKES[typology];
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
      const desired = 10 + sizes.below(30);
      const rows = left - desired < 10 ? left : desired;
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
