import { payeeRoles } from '../../engines/mapping/payee-roles.ts';
import { findYearLaws, lawSentence, minEntities } from '../../engines/synthesize/index.ts';
import { findDateOrders } from '../../engines/table/find-date-orders.ts';
import { findDependencies } from '../../engines/table/find-dependencies.ts';
import { type ColumnProfile, profileTable } from '../../engines/table/profile.ts';
import { entityIndex, likelyEntity } from '../../engines/table/sequence-shape.ts';
import type { Table } from '../../engines/table/table.ts';
import { serveThread, type ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';
import { type RowsFile, readTable } from '../data/read-table.ts';

export type ProfileInput = RowsFile;

export type ProfileMessage = ThreadProgress | { kind: 'end'; profile: DatasetProfile };

const binsOf = ({ histogram, top }: ColumnProfile) =>
  histogram.length > 0
    ? histogram.map(({ from, to, count }) => ({ label: `${from} to ${to}`, count }))
    : top.map(({ value, count }) => ({ label: value, count }));

function flatEntityOf(table: Table, columns: readonly ColumnProfile[]): string | null {
  const roles = columns.map(({ role }) => role);
  return likelyEntity(table, roles)?.name ?? null;
}

/** The column that names whose row each is, where it names too few for anything to be learned of them. */
function fewEntitiesOf(table: Table, columns: readonly ColumnProfile[]) {
  const roles = columns.map(({ role }) => role);
  const column = likelyEntity(table, roles, 2);
  if (column === null) return null;
  const { count } = entityIndex(column);
  return count < minEntities('balanced') ? { column: column.name, entities: count } : null;
}

/** The years, ages and birthdays that follow from other columns, in words. */
function lawsOf(table: Table, columns: readonly ColumnProfile[], inHistories: boolean): string[] {
  const isLearned = columns.map(({ role }) => role === 'feature');
  const laws = findYearLaws(table, isLearned, { threshold: 5, taken: new Set(), inHistories });
  return laws.map(({ law }) => lawSentence(law, (i) => columns[i]!.name));
}

/** Columns with the roles that learning takes: the payees of one account's statement are made. */
function withPayees(table: Table, columns: readonly ColumnProfile[]): ColumnProfile[] {
  const payees = payeeRoles(table);
  return columns.map((column) =>
    Object.hasOwn(payees, column.name)
      ? { ...column, role: 'personal', personal: column.personal ?? 'person_name' }
      : column,
  );
}

function asShown(table: Table): DatasetProfile {
  const { rows, columns: found, sequence } = profileTable(table);
  const columns = sequence === null ? withPayees(table, found) : found;
  return {
    rows,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      role: column.role,
      personal: column.personal,
      keyCandidate: column.keyCandidate,
      nulls: column.nulls,
      distinct: column.distinct,
      min: column.minimum,
      max: column.maximum,
      bins: binsOf(column),
    })),
    sequence: sequence && {
      entity: sequence.entity,
      time: sequence.time,
      entities: sequence.entities,
      balance: sequence.balance,
    },
    fewEntities: fewEntitiesOf(table, columns),
    flatEntity: sequence === null ? flatEntityOf(table, columns) : null,
    dependencies: findDependencies(table, columns),
    dateOrders: findDateOrders(table),
    laws: lawsOf(table, columns, sequence !== null),
  };
}

async function* profile(input: ProfileInput, signal: ThreadSignal): AsyncGenerator<ProfileMessage> {
  const table = yield* readTable(input, signal);
  yield { kind: 'end', profile: asShown(table) };
}

serveThread<ProfileInput>(profile);
