import {
  type Amount,
  amountText,
  parseAmount,
  toMinorUnits,
} from '../../../platform/formats/amount.ts';
import { decimalsOf } from '../../../platform/formats/currencies.ts';
import { isDate } from '../../../platform/formats/dates.ts';
import { MOVEMENT_KINDS } from '../../../platform/formats/write/codes.ts';
import type {
  WrittenAccount,
  WrittenEntry,
  WrittenStatement,
} from '../../../platform/formats/write/statement.ts';
import { cancelled, openDuckDb } from '../../../platform/tabular/duckdb.ts';
import { AppError } from '../../../shared/errors.ts';
import { LEDGER_COLUMNS, type LedgerColumn, type LedgerQuery } from './ledger-sql.ts';

const MEMORY_MB = 2000;

export type LedgerOptions = {
  period: 'month' | 'day';
  account?: string | undefined;
  /** First and last day, as YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type LedgerNotes = {
  /** Accounts without balances in the batch; their statements start at zero. */
  withoutBalance: number;
  accounts: number;
};

type Row = Record<LedgerColumn, string | null>;
type Running = { number: number; balance: Amount; hasBalance: boolean };

const PERIOD_END = { month: 7, day: 10 } as const;

const fault = (row: Row, text: string): AppError =>
  new AppError('conflict', `Row ${row.id} of account ${row.account_id}: ${text}`);

function lastDay(period: string): string {
  if (period.length === 10) return period;
  const [year, month] = period.split('-').map(Number);
  return new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10);
}

function amountOf(row: Row, name: 'amount' | 'balance'): Amount {
  const text = row[name]!;
  const amount = parseAmount(text);
  const decimals = decimalsOf(row.currency);
  if (amount === null || toMinorUnits(amount, decimals) === null)
    throw fault(
      row,
      `its ${name} ${text} is not in whole units of ${row.currency} (${decimals} decimals).`,
    );
  return amount;
}

function accountOf(row: Row): WrittenAccount {
  if (row.currency === null || !/^[A-Z]{3}$/.test(row.currency))
    throw fault(row, 'it has no currency. Set currency for rows without one.');
  return {
    id: row.account_id!,
    number: row.account_number!,
    bank: row.account_bank,
    holder: row.account_holder,
    type: row.account_type,
    currency: row.currency,
  };
}

function entryOf(row: Row): WrittenEntry {
  const { booked, value_date: valueDate } = row;
  if (booked === null || !isDate(booked.slice(0, 10))) throw fault(row, 'it has no booking date.');
  if (row.amount === null) throw fault(row, 'it has no amount, or no debit/credit marker.');
  return {
    id: row.id!,
    booked,
    valueDate: valueDate !== null && isDate(valueDate) ? valueDate : booked.slice(0, 10),
    amount: amountOf(row, 'amount'),
    counterpartyName: row.counterparty_name,
    counterpartyAccount: row.counterparty_account,
    counterpartyBank: row.counterparty_bank,
    description: row.description,
    reference: row.reference,
    kind: MOVEMENT_KINDS.find((kind) => kind === row.kind) ?? null,
    channel: row.channel,
    code: row.code,
  };
}

async function* rowsOf({ sql, paths }: LedgerQuery, options: LedgerOptions): AsyncGenerator<Row> {
  const { signal, account, period } = options;
  const end = PERIOD_END[period];
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const only =
    account === undefined
      ? ''
      : `where account_id = ${quoted(account)} or account_number = ${quoted(account)}`;
  const session = await openDuckDb({ paths, signal, memoryLimitMb: MEMORY_MB, threads: 2 });
  try {
    const result = await session.connection.stream(
      `select ${LEDGER_COLUMNS.join(', ')} from (${sql}) ${only}
        order by booked[:${end}], currency, account_type = 'credit_card', account_id, booked[:10], place`,
    );
    for (;;) {
      const chunk = await result.fetchChunk();
      if (signal?.aborted) throw cancelled(signal);
      if (chunk === null || chunk.rowCount === 0) return;
      const columns = chunk.getColumns() as (string | null)[][];
      for (let i = 0; i < chunk.rowCount; i++) {
        const row = {} as Row;
        for (const [at, name] of LEDGER_COLUMNS.entries()) row[name] = columns[at]![i]!;
        yield row;
      }
    }
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal);
    throw error;
  } finally {
    session.close();
  }
}

/**
 * Yields the statements of a ledger by period, then account, with continuous numbers and balances.
 * @throws AppError if the rows' balances do not match their amounts
 */
export async function* readLedger(
  query: LedgerQuery,
  options: LedgerOptions,
  notes: LedgerNotes,
): AsyncGenerator<WrittenStatement> {
  const running = new Map<string, Running>();
  const end = PERIOD_END[options.period];
  let open = null as { key: string; statement: WrittenStatement } | null;
  const start = (row: Row, entry: WrittenEntry): Running => {
    const hasBalance = row.balance !== null;
    const balance = hasBalance ? amountOf(row, 'balance') - entry.amount : 0n;
    if (!hasBalance) notes.withoutBalance++;
    notes.accounts++;
    return { number: 0, balance, hasBalance };
  };
  const isWanted = ({ from, to }: WrittenStatement): boolean =>
    (options.from === undefined || to >= options.from) &&
    (options.to === undefined || from <= options.to);
  for await (const row of rowsOf(query, options)) {
    const entry = entryOf(row);
    const account = accountOf(row);
    const period = entry.booked.slice(0, end);
    const id = `${account.id} ${account.currency}`;
    const key = `${period} ${id}`;
    const state = running.get(id) ?? start(row, entry);
    running.set(id, state);
    if (open?.key !== key) {
      if (open !== null && isWanted(open.statement)) yield open.statement;
      state.number++;
      const from = period.length === 10 ? period : `${period}-01`;
      const { number, balance } = state;
      open = {
        key,
        statement: {
          account,
          number,
          from,
          to: lastDay(period),
          opening: balance,
          entries: [],
          closing: balance,
        },
      };
    }
    state.balance += entry.amount;
    if (state.hasBalance && row.balance !== null && amountOf(row, 'balance') !== state.balance)
      throw fault(
        row,
        `its balance is ${row.balance}, but the earlier amounts sum to ${amountText(state.balance, decimalsOf(account.currency))}. Statements require consistent balances.`,
      );
    open.statement.entries.push(entry);
    open.statement.closing = state.balance;
  }
  if (open !== null && isWanted(open.statement)) yield open.statement;
}
