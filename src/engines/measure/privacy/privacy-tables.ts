import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import { modeledPayments } from '../../synthesize/payments/modeled-payments.ts';
import type { Table } from '../../table/table.ts';
import { type MeasuredColumn, measuredColumns } from '../measured-columns.ts';
import { alignColumns, type SidedColumn } from '../quality/align-columns.ts';
import { shuffled } from '../statistics/shuffled.ts';
import { People, type RowsOfPeople } from './people.ts';

export const TRAIN = 0;
export const SYNTHETIC = 1;
export const HOLDOUT = 2;

/** Minimum rows of training and of holdout for an attack. */
const MIN_TARGETS = 100;
/** Minimum number of people with several rows each for measuring similarity. */
const MIN_PEOPLE = 50;
/** Minimum holdout rows for a 1 % threshold on half of them. */
const MIN_MEMBERS = 200;

/** Fewest people, rows and rows of membership attacks on either side; null: no such attacks. */
export type Fewest = { people: number; rows: number; members: number | null };

const FEWEST: Fewest = { people: MIN_PEOPLE, rows: MIN_TARGETS, members: MIN_MEMBERS };

const MAX_TARGETS = 5000;
const MAX_CANDIDATES = 20_000;
const MAX_REFERENCE = 5000;
/** Maximum number of cell differences per search, some three seconds. */
const EFFORT = 1.5e9;

/** Groups of training people among whom rows are singled out, and rows of each. */
const MAX_CROWDS = 4;
const MAX_CROWD_ROWS = 50_000;

const PICKS = 41;

export type PrivacyTables = {
  roles: MeasuredColumn[];
  /** All features, the linking attacker's first group before the second. */
  columns: SidedColumn[];
  split: number;
  fewest: Fewest;
  train: Table;
  synthetic: Table;
  holdout: Table | null;
  /** Rows to attack: training rows and control rows. */
  targets: { train: RowsOfPeople; holdout: RowsOfPeople };
  /** Disjoint groups of equally many people, among whom rows are singled out. */
  crowds: { train: RowsOfPeople[]; holdout: RowsOfPeople | null };
  /** Synthetic rows that the attacker searches, in random order. */
  candidates: Uint32Array;
  /** Rows of holdout people who are not targets: the attacker's knowledge of the population. */
  reference: Uint32Array;
};

/**
 * Prepares the tables for every attack: targets, known columns and control.
 *
 * @param entity customer or account column, if one has several rows: then equally many of each are
 * attacked
 * @param fewest smallest sides that are attacked
 */
export function layOut(
  train: Table,
  {
    holdout,
    synthetic,
    seed,
    roleOf = {},
    entity,
    fewest = FEWEST,
  }: {
    holdout: Table | null;
    synthetic: Table;
    seed: bigint;
    roleOf?: DeclaredColumns | undefined;
    entity?: string | undefined;
    fewest?: Fewest | undefined;
  },
): PrivacyTables {
  const payments = modeledPayments(train, synthetic, roleOf);
  const modeled = (payments?.columns ?? []).map((name) => [name, 'feature' as const]);
  const roles = measuredColumns(train, { ...roleOf, ...Object.fromEntries(modeled) });
  const names = roles.filter(({ role }) => role === 'feature').map(({ name }) => name);
  const tables = holdout === null ? [train, synthetic] : [train, synthetic, holdout];
  const aligned = alignColumns(payments === null ? tables : tables.map(payments.shown), names);
  const first = aligned.filter((_, i) => i % 2 === 0);
  const columns = [...first, ...aligned.filter((_, i) => i % 2 === 1)];
  const stream = streamFor(seed, 0, PICKS);
  const candidates = shuffled(synthetic.rows, stream, MAX_CANDIDATES);
  const own = new People(train, entity, stream);
  const holdoutPeople = holdout === null ? null : new People(holdout, entity, stream);
  const cost = 2 * Math.max(1, candidates.length * columns.length);
  const most = Math.min(MAX_TARGETS, Math.max(MIN_MEMBERS, Math.floor(EFFORT / cost)));
  const heldCount = holdoutPeople?.count ?? 0;
  // Membership needs people as a reference, who are not attacked.
  const attackable = fewest.members === null ? heldCount : Math.floor((heldCount * 2) / 3);
  const controls = Math.min(most, attackable);
  const nobody: RowsOfPeople = { rows: new Uint32Array(0), people: 0 };
  return {
    roles,
    columns,
    split: first.length,
    fewest,
    train,
    synthetic,
    holdout,
    targets: {
      train: own.take(0, own.count, most),
      holdout: holdoutPeople?.take(0, controls, most) ?? nobody,
    },
    crowds: crowdsOf(own, holdoutPeople, stream),
    candidates,
    reference: holdoutPeople?.take(controls, heldCount, MAX_REFERENCE).rows ?? nobody.rows,
  };
}

/** Cuts training into groups as large as the holdout, since unique rows depend on a table's size. */
function crowdsOf(own: People, holdout: People | null, stream: RandomStream) {
  const size = Math.min(own.count, holdout?.count ?? own.count);
  const count = size === 0 ? 0 : Math.min(MAX_CROWDS, Math.floor(own.count / size));
  const options = { size, most: MAX_CROWD_ROWS, stream };
  return {
    train: own.groups(count, options),
    holdout: holdout?.groups(Math.min(1, size), options)[0] ?? null,
  };
}
