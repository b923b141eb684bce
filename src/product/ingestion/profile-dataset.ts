import { payeeRoles } from '../../engines/mapping/payee-roles.ts';
import {
  findColumnOrders,
  findLaws,
  findRareCodes,
  lawSentence,
  minEntities,
  orderSentence,
  thresholdOf,
} from '../../engines/synthesize/index.ts';
import { findDateOrders } from '../../engines/table/find-date-orders.ts';
import { findDependencies } from '../../engines/table/find-dependencies.ts';
import { type ColumnProfile, profileTable } from '../../engines/table/profile.ts';
import { entityIndex, likelyEntity } from '../../engines/table/sequence-shape.ts';
import type { Table } from '../../engines/table/table.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';

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

/** The modes that show most share it. */
const THRESHOLD = thresholdOf('balanced');

const areLearned = (columns: readonly ColumnProfile[]) =>
  columns.map(({ role }) => role === 'feature');

/** The columns that follow from others, or are never above another, in words. */
function lawsOf(table: Table, columns: readonly ColumnProfile[], drawnBy: string[]): string[] {
  const taken = new Set(columns.flatMap(({ name }, i) => (drawnBy.includes(name) ? [i] : [])));
  const laws = findLaws(table, areLearned(columns), {
    threshold: THRESHOLD,
    taken,
    inHistories: drawnBy.length > 0,
  });
  const following = laws.map(({ law }) => law.column);
  const orders = findColumnOrders(table, areLearned(columns), new Set([...taken, ...following]));
  return [
    ...laws.map(({ law }) => lawSentence(law, (i) => columns[i]!.name)),
    // Orders of dates stand by themselves, with the rows that hold both.
    ...orders
      .filter(({ low }) => table.columns[low]!.kind === 'number')
      .map((order) => orderSentence(order, table)),
  ];
}

/** The columns that histories are drawn by; none where the rows are drawn one by one. */
const drawnByOf = (sequence: ReturnType<typeof profileTable>['sequence']): string[] =>
  sequence === null
    ? []
    : [
        sequence.entity,
        sequence.time,
        ...(sequence.balance === null ? [] : [sequence.balance.column, sequence.balance.amount]),
      ];

/** Columns with the roles that learning takes: the payees of one account's statement are made. */
function withPayees(table: Table, columns: readonly ColumnProfile[]): ColumnProfile[] {
  const payees = payeeRoles(table);
  return columns.map((column) =>
    Object.hasOwn(payees, column.name)
      ? { ...column, role: 'personal', personal: column.personal ?? 'person_name' }
      : column,
  );
}

/** The same in histories: codes of single accounts are made. */
function withRareCodes(table: Table, columns: readonly ColumnProfile[], entity: string) {
  const rare = findRareCodes(table, areLearned(columns), { entity, threshold: THRESHOLD });
  return columns.map((column) =>
    rare.includes(column.name) ? { ...column, role: 'reference' as const } : column,
  );
}

/** What the page shows of an upload before anything is learned from it, with the roles that learning takes. */
export function profileDataset(table: Table): DatasetProfile {
  const { rows, columns: found, sequence } = profileTable(table);
  const columns =
    sequence === null ? withPayees(table, found) : withRareCodes(table, found, sequence.entity);
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
    laws: lawsOf(table, columns, drawnByOf(sequence)),
  };
}
