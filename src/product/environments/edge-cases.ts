import type { BankTable } from '../../shared/bank-tables.ts';
import type { Overlay } from '../../shared/contracts/environments.ts';
import type { EdgeCase } from '../../shared/edge-cases.ts';
import { cents, decimal } from './cents.ts';

type Movement = [time: string, amount: string, merchant?: string];
type Story = {
  name?: string;
  status?: string;
  opened?: string;
  closed?: string;
  movements?: Movement[];
};

/** Largest amount and balance of a bank table: numeric(18, 2). */
const MAXIMUM = '9999999999999999.99';

const STORIES: Record<EdgeCase, Story> = {
  'negative-balance': { movements: [['2024-03-01T09:00:00Z', '-250.00']] },
  'leap-day': { movements: [['2024-02-29T12:00:00Z', '29.02']] },
  // Central Europe skips the hour from 02:00 on 2024-03-31.
  'summer-time': {
    movements: [
      ['2024-03-31T00:59:59Z', '10.00'],
      ['2024-03-31T01:00:00Z', '-10.00'],
    ],
  },
  'closed-account': {
    status: 'closed',
    closed: '2024-06-30',
    movements: [
      ['2024-06-01T09:00:00Z', '75.00'],
      ['2024-06-30T09:00:00Z', '-75.00'],
    ],
  },
  'duplicate-posting': {
    movements: [
      ['2024-04-02T10:15:30Z', '-19.99', 'Corner Shop'],
      ['2024-04-02T10:15:30Z', '-19.99', 'Corner Shop'],
    ],
  },
  'long-name': { name: `${'Wolfeschlegelsteinhausenbergerdorff '.repeat(7)}Senior` },
  'right-to-left': { name: 'ليلى الحداد' },
  'zero-amount': { movements: [['2024-05-05T05:05:05Z', '0.00']] },
  'maximum-amount': { movements: [['2024-05-06T00:00:00Z', MAXIMUM]] },
  'dormant-account': {
    opened: '2010-01-04',
    movements: [
      ['2010-01-04T08:00:00Z', '1000.00'],
      ['2024-07-01T08:00:00Z', '-900.00'],
    ],
  },
};

/** Returns one customer with one account and its movements per case; balances follow from them. */
export function edgeCaseRows(cases: readonly EdgeCase[]): Record<BankTable, Overlay['add']> {
  const rows: Record<BankTable, Overlay['add']> = { customers: [], accounts: [], transactions: [] };
  for (const name of new Set(cases)) {
    const story = STORIES[name];
    const [customer, account] = [`EDGE-C-${name}`, `EDGE-A-${name}`];
    const opened = story.opened ?? '2020-01-02';
    rows.customers.push({
      customer_id: customer,
      full_name: story.name ?? `Edge Case ${name}`,
      email: `${name}@edge.example`,
      join_date: opened,
    });
    let balance = 0n;
    for (const [i, [time, amount, merchant]] of (story.movements ?? []).entries()) {
      balance += cents(amount);
      rows.transactions.push({
        txn_id: `EDGE-T-${name}-${i + 1}`,
        amount,
        currency: 'EUR',
        txn_ts: time,
        aml_flag: false,
        account_id: account,
        customer_id: customer,
        merchant: merchant ?? null,
        status: 'posted',
        balance_after: decimal(balance),
      });
    }
    rows.accounts.push({
      account_id: account,
      account_type: 'checking',
      status: story.status ?? 'active',
      opening_balance: '0.00',
      current_balance: decimal(balance),
      open_date: opened,
      close_date: story.closed ?? null,
      customer_id: customer,
      currency: 'EUR',
    });
  }
  return rows;
}
