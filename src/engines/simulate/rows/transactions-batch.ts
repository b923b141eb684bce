import type { CellState } from '../bank/cell-state.ts';
import type { Configuration } from '../configuration/schema.ts';
import { channels, devices, kindNames, kinds } from '../events/kinds.ts';
import type { CellChunk } from '../run-cell.ts';
import { transactionFields } from './fields.ts';
import type { BatchColumn, Dictionary, RowBatch } from './row-batch.ts';

export const TRANSACTION_DIGITS = 10;

/** Dictionaries of one cell; its accounts follow the directory's parties. */
export type TransactionForm = {
  account: Dictionary;
  customer: Dictionary;
  counterparty: Dictionary;
  country: Dictionary;
  mcc: Dictionary;
  merchant: Dictionary;
  category: Dictionary;
  currency: Dictionary;
  bookingDate: Dictionary;
  valueDate: Dictionary;
  prefix: string;
};

const CHANNELS: Dictionary = { strings: channels };

const DEVICES: Dictionary = { strings: devices };

const TYPES: Dictionary = { strings: kindNames.map((name) => kinds[name].type) };

const FLAGS: Dictionary = { strings: ['false', 'true'] };

const STATUSES: Dictionary = { strings: ['posted', 'declined', 'pending'] };

const categoryForms = new WeakMap<Configuration, Dictionary>();

const currencyForms = new Map<string, Dictionary>();

/** Returns merchants' categories, then those of kinds of bookings without a merchant. */
function categoriesOf(configuration: Configuration): Dictionary {
  const forms = categoryForms.get(configuration) ?? {
    strings: [
      ...configuration.categories.map((c) => c.name),
      ...kindNames.map((name) => kinds[name].category),
    ],
  };
  categoryForms.set(configuration, forms);
  return forms;
}

function currencyOf(currency: string): Dictionary {
  const forms = currencyForms.get(currency) ?? { strings: channels.map(() => currency) };
  currencyForms.set(currency, forms);
  return forms;
}

/**
 * Builds the dictionaries of a cell.
 *
 * @param otherCellAccounts ids of accounts in other cells that this cell's legs name
 */
export function transactionForm(
  state: CellState,
  {
    prefix,
    currency,
    otherCellAccounts,
  }: { prefix: string; currency: string; otherCellAccounts: readonly string[] },
): TransactionForm {
  const { directory, accounts, customers } = state;
  const local = accounts.length + otherCellAccounts.length;
  const layer = (base: Dictionary, strings: readonly string[]): Dictionary => ({ base, strings });
  const ids = accounts.map((a) => a.id);
  return {
    account: { strings: ids },
    customer: { strings: accounts.map((a) => customers[a.owner].id) },
    counterparty: layer(directory.ids, [...ids, ...otherCellAccounts]),
    country: layer(directory.countries, new Array<string>(local).fill(state.country)),
    mcc: layer(directory.mccs, new Array<string>(local).fill('')),
    merchant: layer(directory.names, new Array<string>(local).fill('')),
    category: categoriesOf(state.configuration),
    currency: currencyOf(currency),
    bookingDate: state.calendar.dates.booking,
    valueDate: state.calendar.dates.value,
    prefix,
  };
}

export function transactionsBatch(
  form: TransactionForm,
  chunk: CellChunk,
  firstTransaction: number,
): RowBatch {
  const { rows } = chunk;
  const dictionary = (codes: Uint8Array | Int32Array, strings: Dictionary): BatchColumn => ({
    kind: 'dictionary',
    codes,
    dictionary: strings,
  });
  return {
    fields: transactionFields,
    rows: rows.count,
    columns: [
      {
        kind: 'sequence',
        prefix: form.prefix,
        first: firstTransaction + chunk.firstRow + 1,
        digits: TRANSACTION_DIGITS,
      },
      { kind: 'money', minor: rows.amount },
      dictionary(rows.channel, form.currency),
      dictionary(rows.channel, CHANNELS),
      dictionary(rows.category, form.category),
      dictionary(rows.flag, FLAGS),
      { kind: 'seconds', values: rows.seconds },
      dictionary(rows.account, form.account),
      dictionary(rows.account, form.customer),
      dictionary(rows.party, form.counterparty),
      dictionary(rows.party, form.country),
      dictionary(rows.party, form.mcc),
      dictionary(rows.party, form.merchant),
      dictionary(rows.kind, TYPES),
      dictionary(rows.status, STATUSES),
      { kind: 'money', minor: rows.balance },
      dictionary(rows.device, DEVICES),
      dictionary(rows.dates, form.bookingDate),
      dictionary(rows.dates, form.valueDate),
    ],
  };
}
