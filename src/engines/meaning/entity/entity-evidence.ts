import { passesIban } from '../../table/check-digits.ts';
import { declaredSequence, refuseEntity } from '../../table/declared-sequence.ts';
import { sampleTexts } from '../../table/sample-texts.ts';
import { entityIndex, sequenceOf } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';
import { identifierOwner } from '../headers/identifier-header.ts';
import type { Kind } from '../kinds/kind.ts';
import { KIND_OF, type PersonalKind } from '../kinds/kinds.ts';
import { determined } from '../persons/determined.ts';
import { personalKind } from '../persons/personal-kind.ts';
import {
  type Histories,
  historiesOf,
  orderEvidence,
  recurringAmounts,
  regularTimes,
} from './history-tests.ts';
import { standTogether } from './stand-together.ts';

const SAMPLES = 100;
/** Minimum number of values for a comparison with shuffled rows. */
const MIN_HISTORIES = 9;
/** Minimum share of values that determine each other (as in TANE, Huhtala et al. 1999). */
const MUTUAL_SHARE = 0.98;

const identifies = (personal: PersonalKind) => (KIND_OF[personal] as Kind).identifies === true;

/** Returns the other columns that identify persons. */
const columnsOfPersons = (table: Table, column: Column): Column[] =>
  table.columns.filter((other) => {
    if (other === column || other.kind !== 'category') return false;
    const personal = personalKind(other.name, sampleTexts(other, SAMPLES));
    return personal !== null && identifies(personal);
  });

/** Returns true if each value of a column has one person in another, as each card has one holder. */
export const namesOnePerson = (table: Table, column: Column): boolean =>
  columnsOfPersons(table, column).some(
    (other) => determined(entityIndex(column).of, entityIndex(other).of) >= MUTUAL_SHARE,
  );

/** Finds a column of persons that identifies the same as the candidate. */
function identityOf(table: Table, column: Column): string | null {
  const { of, count } = entityIndex(column);
  const partner = columnsOfPersons(table, column).find((other) => {
    const index = entityIndex(other);
    return (
      index.count >= MUTUAL_SHARE * count &&
      determined(of, index.of) >= MUTUAL_SHARE &&
      determined(index.of, of) >= MUTUAL_SHARE
    );
  });
  return partner === undefined
    ? null
    : `Each value of ${column.name} has one ${partner.name}, and each ${partner.name} one ${column.name}.`;
}

const FINER = 1.3;
const MIN_RECURRING = 30;

/** Returns true if most recurring values have rows at several times. */
function spansTime(of: Int32Array, time: Float64Array): boolean {
  const first = new Map<number, number>();
  const recurring = new Map<number, boolean>();
  of.forEach((own, row) => {
    const before = first.get(own);
    if (own < 0) return;
    if (before === undefined) first.set(own, time[row]);
    else recurring.set(own, recurring.get(own) === true || before !== time[row]);
  });
  const later = [...recurring.values()].filter(Boolean).length;
  return recurring.size >= MIN_RECURRING && later > recurring.size / 2;
}

/**
 * Returns true if another column has more values that recur over time and each belong to one value
 * of the candidate: the candidate groups them, as a postal code groups policyholders.
 */
function groupsOthers(table: Table, column: Column, time: Float64Array): boolean {
  const { of, count } = entityIndex(column);
  return table.columns.some((other) => {
    if (other === column) return false;
    // An amount that recurs within each contract groups nothing.
    if (other.kind === 'number' && other.decimals > 0) return false;
    const index = entityIndex(other);
    return (
      index.count > FINER * count &&
      index.count * 1.5 <= table.rows &&
      spansTime(index.of, time) &&
      determined(index.of, of) >= MUTUAL_SHARE
    );
  });
}

const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

function historyEvidence(histories: Histories, name: string): string | null {
  const regular = regularTimes(histories);
  if (regular !== null)
    return `Rows of one ${name} follow each other ${(regular.chance / regular.found).toFixed(1)} times as regularly as shuffled ones.`;
  const amounts = recurringAmounts(histories);
  if (amounts !== null)
    return `${amounts.column} repeats the previous value of the same ${name} in ${percent(amounts.found)} of rows, and in ${percent(amounts.chance)} of shuffled ones.`;
  const order = orderEvidence(histories);
  if (order !== null)
    return `${order.column} depends on the previous row of the same ${name} (autocorrelation ${order.correlation.toFixed(2)}; 0 in shuffled rows).`;
  return null;
}

/** Looks for the evidence of histories in file order, if the rows of each value stand together. */
function fileOrderEvidence(table: Table, column: Column): string | null {
  if (!standTogether(column) || refuseEntity(table, column.name, MIN_HISTORIES) !== null)
    return null;
  const { table: ordered, shape } = declaredSequence(table, column.name);
  const order = orderEvidence(historiesOf(ordered, column, shape.time));
  return order === null
    ? null
    : `${order.column} depends on the row before of the same ${column.name} (autocorrelation ${order.correlation.toFixed(2)}; 0 in shuffled rows).`;
}

const known = new WeakMap<Table, Map<Column, string | null>>();

/**
 * Returns why rows of one value of a column belong together, as a sentence; null if they do not
 * hang together better than shuffled rows, as claims of one postal code.
 *
 * Evidence is a header that names accounts or customers, IBANs, a running balance, persons that
 * identify the same, or, over time and against shuffles: regular times, recurring amounts, and
 * values that follow from the row before.
 */
export function entityEvidence(table: Table, column: Column): string | null {
  const ofTable = known.get(table) ?? new Map<Column, string | null>();
  known.set(table, ofTable);
  let reason = ofTable.get(column);
  if (reason === undefined) {
    reason = findEvidence(table, column);
    ofTable.set(column, reason);
  }
  return reason;
}

function findEvidence(table: Table, column: Column): string | null {
  const { name } = column;
  const owner = identifierOwner(name);
  if (owner !== null) return `The header ${name} names ${owner}s.`;
  const samples = sampleTexts(column, SAMPLES);
  if (samples.length > 0 && samples.every(passesIban)) return `${name} contains IBANs.`;
  const shape = sequenceOf(table, column);
  if (shape?.balance && shape.balance.column !== name)
    return `${shape.balance.column} is a running balance of ${shape.balance.amount} for each ${name}.`;
  const identity = identityOf(table, column);
  if (identity !== null) return identity;
  if (shape === null) return fileOrderEvidence(table, column);
  // Few groups differ in level, as classes do; shuffles can't tell them from histories.
  if (shape.entities < MIN_HISTORIES) return null;
  const time = table.columns.find((each) => each.name === shape.time)!;
  if (time.kind === 'datetime' && groupsOthers(table, column, time.values)) return null;
  return historyEvidence(historiesOf(table, column, shape.time), name);
}
