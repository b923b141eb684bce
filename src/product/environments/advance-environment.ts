import type pg from 'pg';
import type { z } from 'zod';
import {
  type Advanced,
  advance,
  HISTORY_DAYS,
  TEMPLATE_DAYS,
} from '../../engines/simulate/advance/advance.ts';
import {
  dayOf,
  type LiveAccount,
  type Movement,
  SECONDS_OF_DAY,
} from '../../engines/simulate/advance/state.ts';
import type { advanceEnvironmentBody } from '../../shared/contracts/environments.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_ADVANCE_ROWS } from '../../shared/limits.ts';
import { cents, decimal } from './cents.ts';
import { emitEvent, emitTransactions } from './emit-events.ts';
import type { Environment } from './environment.ts';

type Request = Pick<z.output<typeof advanceEnvironmentBody>, 'days' | 'seed'>;

/** Columns of a transaction that a repeated one shares. */
const COPIED = [
  'customer_id',
  'currency',
  'merchant_category',
  'country',
  'mcc',
  'merchant',
  'device',
];

const dayNumber = (date: string): number => dayOf(Date.parse(date) / 1000);
const dateOf = (day: number): string =>
  new Date(day * SECONDS_OF_DAY * 1000).toISOString().slice(0, 10);

type AccountRow = {
  account_id: string;
  customer_id: string | null;
  currency: string | null;
  account_type: string | null;
  status: string | null;
  balance: string | null;
  credit_limit: string | null;
  days_past_due: number | null;
  open_date: string | null;
};

async function readAccounts(tx: pg.PoolClient, id: string): Promise<LiveAccount[]> {
  const { rows } = await tx.query<AccountRow>(
    `select account_id, customer_id, currency, account_type, status, current_balance::numeric(18, 2)::text as balance,
            credit_limit::numeric(18, 2)::text, days_past_due, open_date::text
       from bank.accounts where tenant_id = $1 order by account_id collate "C"`,
    [id],
  );
  return rows.map((row) => {
    if (row.balance === null)
      throw new AppError('conflict', `Account ${row.account_id} has no balance to live on from.`);
    return {
      id: row.account_id,
      customer: row.customer_id,
      currency: row.currency,
      type: row.account_type ?? '',
      isActive: row.status === 'active',
      isClosed: row.status === 'closed' || row.status === 'charged_off',
      balance: cents(row.balance),
      creditLimit: cents(row.credit_limit ?? '0.00'),
      daysPastDue: row.days_past_due ?? 0,
      openDay: row.open_date === null ? 0 : dayNumber(row.open_date),
    };
  });
}

type MovementRow = {
  txn_id: string;
  account_id: string;
  time: string;
  amount: string;
  status: Movement['status'] | null;
  type: string | null;
  counterparty: string | null;
  channel: string | null;
  balance: string | null;
  aml_flag: boolean | null;
  details: Record<string, string | null>;
};

async function readHistory(tx: pg.PoolClient, id: string, since: string): Promise<Movement[]> {
  const { rows } = await tx.query<MovementRow>(
    `select txn_id, account_id, floor(extract(epoch from txn_ts))::bigint::text as time,
            amount::numeric(18, 2)::text, status, type, counterparty, channel,
            balance_after::numeric(18, 2)::text as balance, aml_flag,
            json_build_object(${COPIED.map((name) => `'${name}', ${name}`).join(', ')}) as details
       from bank.transactions
      where tenant_id = $1 and (txn_ts >= $2 or status = 'pending') order by txn_ts, seq`,
    [id, since],
  );
  return rows.map((row) => ({
    id: row.txn_id,
    account: row.account_id,
    time: Number(row.time),
    cents: cents(row.amount),
    status: row.status ?? 'posted',
    type: row.type ?? '',
    counterparty: row.counterparty ?? '',
    channel: row.channel ?? '',
    balanceAfter: row.balance === null ? null : cents(row.balance),
    isLaundering: row.aml_flag ?? false,
    details: row.details,
  }));
}

async function readDays(tx: pg.PoolClient, { rows_tenant: id, clock, clock_start }: Environment) {
  const { rows } = await tx.query<{ first: string | null; last: string | null }>(
    `select min(txn_ts at time zone 'UTC')::date::text as first, max(txn_ts at time zone 'UTC')::date::text as last
       from bank.transactions where tenant_id = $1`,
    [id],
  );
  const { first, last } = rows[0]!;
  if (first === null || last === null)
    throw new AppError('conflict', 'The environment has no transactions to live on from.');
  return {
    start: dayNumber(first),
    clock: dayNumber(clock ?? last),
    anchor: dayNumber(clock_start ?? last),
  };
}

const timeOf = (movement: Movement): string => new Date(movement.time * 1000).toISOString();
const balanceOf = ({ balanceAfter }: Movement) =>
  balanceAfter === null ? null : decimal(balanceAfter);

function addedRow(movement: Movement, accounts: ReadonlyMap<string, LiveAccount>) {
  const { customer, currency } = accounts.get(movement.account)!;
  return {
    ...movement.details,
    customer_id: customer,
    currency,
    txn_id: movement.id,
    account_id: movement.account,
    txn_ts: timeOf(movement),
    amount: decimal(movement.cents),
    status: movement.status,
    type: movement.type,
    counterparty: movement.counterparty || null,
    channel: movement.channel || null,
    balance_after: balanceOf(movement),
    aml_flag: false,
  };
}

/** Writes new and posted rows and the balances of their accounts, which the ledger check verifies. */
async function write(
  tx: pg.PoolClient,
  { rows_tenant: id }: Environment,
  { added, changed, accounts }: Advanced & { accounts: readonly LiveAccount[] },
): Promise<void> {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const touched = new Set([...added, ...changed].map(({ account }) => account));
  for (const account of accounts) if (account.daysPastDue > 0) touched.add(account.id);
  const rows = {
    transactions: {
      added: added.map((movement) => addedRow(movement, byId)),
      changed: changed.map((movement) => ({
        txn_id: movement.id,
        status: movement.status,
        txn_ts: timeOf(movement),
        balance_after: balanceOf(movement),
      })),
    },
    accounts: {
      added: [],
      changed: accounts
        .filter((account) => touched.has(account.id))
        .map((account) => ({
          account_id: account.id,
          current_balance: decimal(account.balance),
          days_past_due: account.daysPastDue,
        })),
    },
  };
  for (const [table, part] of Object.entries(rows)) {
    await tx.query("select private.overlay_rows($1, $2, $3, $4, '[]')", [
      id,
      table,
      JSON.stringify(part.added),
      JSON.stringify(part.changed),
    ]);
  }
  await tx.query('select private.check_overlay($1, $2)', [id, [...touched]]);
}

/** Lives an environment on from its rows; the ledger holds after it. */
export async function advanceEnvironment(
  tx: pg.PoolClient,
  environment: Environment,
  { days, seed }: Request,
): Promise<void> {
  const { rows_tenant: tenant } = environment;
  const { start, clock, anchor } = await readDays(tx, environment);
  const since = Math.min(anchor - TEMPLATE_DAYS, clock - HISTORY_DAYS);
  const accounts = await readAccounts(tx, tenant);
  const history = await readHistory(tx, tenant, dateOf(since));
  const advanced = advance({
    accounts,
    history,
    clock,
    anchor,
    start,
    days,
    seed: BigInt(seed),
  });
  if (advanced.added.length > MAX_ADVANCE_ROWS) {
    throw new AppError(
      'too_large',
      `${days} days add ${advanced.added.length} rows; one call adds at most ${MAX_ADVANCE_ROWS}. Advance fewer days at once.`,
    );
  }
  await write(tx, environment, { ...advanced, accounts });
  for (const status of ['pending', 'posted', 'declined'] as const) {
    const movements = advanced.added.filter((movement) => movement.status === status);
    await emitTransactions(tx, { tenant, event: `transactions.${status}`, movements });
  }
  const { added, changed: settled } = advanced;
  await emitTransactions(tx, { tenant, event: 'transactions.settled', movements: settled });
  const data = { clock: dateOf(clock + days), days, added: added.length, settled: settled.length };
  await emitEvent(tx, { tenant, event: 'environment.advanced', data });
  await tx.query('update public.environments set clock = $2, clock_start = $3 where id = $1', [
    environment.id,
    dateOf(clock + days),
    dateOf(anchor),
  ]);
}
