import { entityEvidence } from '../../engines/meaning/entity/entity-evidence.ts';
import {
  recurringReference,
  undatedReference,
} from '../../engines/meaning/entity/find-sequence.ts';
import { type ColumnProfile, profileTable } from '../../engines/meaning/profile.ts';
import { payeeRoles } from '../../engines/meaning/statement/payee-roles.ts';
import {
  findRareCodes,
  findRules,
  foreseeFewerValues,
  historySearch,
  isDeclarable,
  minEntities,
  ruleSentences,
  rulesOf,
  thresholdOf,
  withoutTotals,
} from '../../engines/synthesize/index.ts';
import { findDateOrders } from '../../engines/table/find-date-orders.ts';
import { findDependencies } from '../../engines/table/find-dependencies.ts';
import { entityIndex } from '../../engines/table/sequence-shape.ts';
import type { Table } from '../../engines/table/table.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';

const binsOf = ({ histogram, top }: ColumnProfile) =>
  histogram.length > 0
    ? histogram.map(({ from, to, count }) => ({ label: `${from} to ${to}`, count }))
    : top.map(({ value, count }) => ({ label: value, count }));

function flatEntityOf(table: Table, columns: readonly ColumnProfile[]): string | null {
  const roles = columns.map(({ role }) => role);
  return undatedReference(table, roles)?.name ?? null;
}

/** Returns an entity column with too few entities to train on. */
function fewEntitiesOf(table: Table, columns: readonly ColumnProfile[]) {
  const roles = columns.map(({ role }) => role);
  const column = recurringReference(table, roles, 2);
  if (column === null) return null;
  const { count } = entityIndex(column);
  return count < minEntities('balanced') ? { column: column.name, entities: count } : null;
}

/** Threshold shared by the modes with the highest fidelity. */
const THRESHOLD = thresholdOf('balanced');

const areLearned = (columns: readonly ColumnProfile[]) =>
  columns.map(({ role }) => role === 'feature');

/** Search of rules in independent rows. */
const ROWS = { time: null, excluded: new Set<number>(), inHistories: false, entity: null };

function lawsOf(
  table: Table,
  columns: readonly ColumnProfile[],
  sequence: ReturnType<typeof profileTable>['sequence'],
): string[] {
  const rules = findRules(table, areLearned(columns), {
    threshold: THRESHOLD,
    ...(sequence === null ? ROWS : historySearch(table, sequence)),
  });
  // Date orders are listed separately, with the number of rows that have both.
  const orders = rules.orders.filter(({ low }) => table.columns[low]!.kind === 'number');
  return ruleSentences(rulesOf({ ...rules, orders }), table.columns);
}

/** Returns the entity of each row of sequences; null if rows are independent. */
function entityOf(table: Table, sequence: ReturnType<typeof profileTable>['sequence']) {
  const entity = table.columns.find(({ name }) => name === sequence?.entity);
  return entity === undefined ? null : entityIndex(entity).of;
}

/** Applies the roles of a fit: payees in a single account's statement are generated. */
function withPayees(table: Table, columns: readonly ColumnProfile[]): ColumnProfile[] {
  const payees = payeeRoles(table);
  return columns.map((column) =>
    Object.hasOwn(payees, column.name)
      ? {
          ...column,
          role: 'personal',
          personal: column.personal ?? 'person_name',
          evidence: 'Payees of a single account can identify a person.',
        }
      : column,
  );
}

/** Applies the roles of a fit of sequences: codes of single accounts are generated. */
function withRareCodes(table: Table, columns: readonly ColumnProfile[], entity: string) {
  const rare = findRareCodes(table, areLearned(columns), { entity, threshold: THRESHOLD });
  return columns.map((column) =>
    rare.includes(column.name)
      ? { ...column, role: 'reference' as const, evidence: 'Each code is of one account.' }
      : column,
  );
}

const SHOWN_CHARACTERS = 100;
/** Bytes of each list of relations between columns, whose number grows with the square of columns. */
const MAX_LIST_BYTES = 256 * 1024;

const shown = (value: string): string =>
  value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : value;

function withinBytes<Item>(items: readonly Item[]): Item[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > MAX_LIST_BYTES;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}

function profileWithRoles(table: Table) {
  const { rows, columns: found, sequence } = profileTable(table);
  const columns =
    sequence === null ? withPayees(table, found) : withRareCodes(table, found, sequence.entity);
  return { rows, columns, sequence: sequence && withoutTotals(table, sequence) };
}

const shownColumn = (column: ColumnProfile): DatasetProfile['columns'][number] => ({
  name: column.name,
  type: column.type,
  role: column.role,
  personal: column.personal,
  evidence: column.evidence,
  confidence: column.confidence,
  otherwise: column.otherwise,
  keyCandidate: column.keyCandidate,
  nulls: column.nulls,
  distinct: column.distinct,
  min: column.minimum && shown(column.minimum),
  max: column.maximum && shown(column.maximum),
  bins: binsOf(column).map(({ label, count }) => ({ label: shown(label), count })),
});

/** Profiles the columns of a file before its upload, without rules between them. */
export const profileColumns = (table: Table): DatasetProfile['columns'] =>
  profileWithRoles(table).columns.map(shownColumn);

/** Profiles an upload for the page, with the roles that a fit uses. */
export function profileDataset(table: Table): DatasetProfile {
  const { rows, columns, sequence } = profileWithRoles(table);
  const laws = withinBytes(lawsOf(table, columns, sequence));
  return {
    rows,
    columns: columns.map(shownColumn),
    sequence: sequence && {
      entity: sequence.entity,
      time: sequence.time,
      entities: sequence.entities,
      balance: sequence.balance,
      why: entityEvidence(table, table.columns.find(({ name }) => name === sequence.entity)!) ?? '',
    },
    fewEntities: fewEntitiesOf(table, columns),
    flatEntity: sequence === null ? flatEntityOf(table, columns) : null,
    dependencies: withinBytes(findDependencies(table, columns)),
    dateOrders: withinBytes(findDateOrders(table)),
    fewerValues: withinBytes(
      foreseeFewerValues(table, areLearned(columns), {
        threshold: THRESHOLD,
        entity: entityOf(table, sequence),
      }),
    ),
    laws,
    undeclarable: laws.filter((law) => !isDeclarable(law, table)),
  };
}
