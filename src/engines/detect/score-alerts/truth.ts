import { readLabels, rolesOf } from '../../meaning/events/roles.ts';
import type { Column, Table } from '../../table/table.ts';
import { rowKeys } from '../arrays/row-keys.ts';
import { codesOf } from '../features/codes.ts';
import { buildLedger, type Ledger } from '../features/ledger.ts';

/** Ground truth of a table of transactions, joined by transaction id. */
export type Truth = {
  ledger: Ledger;
  rowById: Map<string, number>;
  /** 1 for rows that launder money or are fraud. */
  positive: Uint8Array;
  /** 1 for rows that launder money, without fraud. */
  laundering: Uint8Array;
  /** Absolute amounts; NaN throughout if the file has several currencies. */
  money: Float64Array;
  /** Names per row; null for rows outside every scheme. */
  scheme: (row: number) => string | null;
  typology: (row: number) => string | null;
  hop: (row: number) => string | null;
  account: (row: number) => string | null;
};

type Text = (row: number) => string | null;

function columnNamed(table: Table, name: string): Column | undefined {
  return table.columns.find((column) => column.name === name);
}

function textOf(column: Column): Text {
  const { codes, text } = codesOf(column);
  return (row) => (codes[row] < 0 ? null : text(codes[row]));
}

function needed(table: Table, name: string): Text {
  const column = columnNamed(table, name);
  if (column === undefined) throw new RangeError(`The ground truth has no column ${name}.`);
  return textOf(column);
}

function labelsOf(truth: Table) {
  const laundering = columnNamed(truth, 'laundering');
  const labels = laundering === undefined ? null : readLabels(laundering);
  if (labels === null) throw new RangeError('The ground truth has no boolean column laundering.');
  const fraud = columnNamed(truth, 'fraud');
  const kind: Text = fraud === undefined ? () => null : textOf(fraud);
  const isPositive = (label: number, row: number) => label === 1 || (kind(row) ?? '') !== '';
  return {
    laundering: Uint8Array.from(labels, (label) => (label === 1 ? 1 : 0)),
    positive: Uint8Array.from(labels, (label, row) => (isPositive(label, row) ? 1 : 0)),
  };
}

/**
 * Joins a ground truth (txn_id, scheme_id, typology, hop, laundering[, fraud]) with its
 * transactions. Rows that launder or are fraud are positive; look-alikes and integration are not.
 *
 * @throws RangeError if a column is missing, an id repeats or is not among the transactions
 */
export function readTruth(transactions: Table, truth: Table): Truth {
  const roles = rolesOf(transactions, {});
  const ledger = buildLedger(
    transactions,
    roles,
    rowKeys(
      transactions.columns.filter(({ name }) => name !== roles.label),
      transactions.rows,
      0n,
    ),
  );
  const { amounts, time } = ledger;
  const ids = ledger.column('id');
  if (ids === undefined || amounts === null || time === null) {
    throw new RangeError('The transactions need columns for id, amount and time.');
  }
  const idOf = textOf(ids);
  const rowById = new Map<string, number>();
  for (let row = 0; row < transactions.rows; row++) {
    const id = idOf(row);
    if (id === null) throw new RangeError(`Transaction ${row + 1} has no id.`);
    if (rowById.has(id)) throw new RangeError(`Transaction id ${id} occurs more than once.`);
    rowById.set(id, row);
  }
  const entryOf = new Int32Array(transactions.rows).fill(-1);
  const idInTruth = needed(truth, 'txn_id');
  for (let entry = 0; entry < truth.rows; entry++) {
    const id = idInTruth(entry) ?? '';
    const row = rowById.get(id);
    if (row === undefined) {
      throw new RangeError(`Ground truth names ${id || 'an empty id'}, which is no transaction.`);
    }
    if (entryOf[row] >= 0) throw new RangeError(`Ground truth names ${id} more than once.`);
    entryOf[row] = entry;
  }
  const labels = labelsOf(truth);
  const perRow = (label: Uint8Array) =>
    Uint8Array.from(entryOf, (entry) => (entry < 0 ? 0 : label[entry]));
  const joined =
    (text: Text): Text =>
    (row) =>
      entryOf[row] < 0 ? null : text(entryOf[row]);
  return {
    ledger,
    rowById,
    positive: perRow(labels.positive),
    laundering: perRow(labels.laundering),
    money: moneyOf(ledger, amounts),
    scheme: joined(needed(truth, 'scheme_id')),
    typology: joined(needed(truth, 'typology')),
    hop: joined(needed(truth, 'hop')),
    account: (row) => {
      const owner = ledger.owner;
      return owner === null || owner.codes[row] < 0 ? null : owner.text(owner.codes[row]);
    },
  };
}

function moneyOf(ledger: Ledger, amounts: Float64Array): Float64Array {
  const several = (ledger.codes('currency')?.count ?? 1) > 1;
  return amounts.map((amount) =>
    several ? Number.NaN : Number.isNaN(amount) ? 0 : Math.abs(amount),
  );
}
