import { expect, test } from 'vitest';
import { presets } from '../../configuration/presets.ts';
import { type Bank, bankOf, cents, groupBy, type Row } from '../../simulate.fixture.ts';
import { lives } from './lives.ts';

const CARD = ['purchase', 'refund', 'subscription'];
const SIGN: Readonly<Record<string, number>> = {
  reversal: -1,
  chargeback: -1,
  chargeback_reversal: -1,
  direct_debit_return: -1,
  transfer_return: -1,
  second_collection: 1,
};

/** Returns faults of events, dates, agreements and owners; laws of the ledger are tested apart. */
function faultsOfPayments(bank: Bank): string[] {
  const rows = new Map(bank.transactions.map((row) => [row.txn_id, row]));
  const agreements = new Map(bank.agreements.map((row) => [row.agreement_id, row]));
  const faults: string[] = [];
  const check = (holds: boolean, text: string) => {
    if (!holds && faults.length < 20) faults.push(text);
  };
  for (const payment of bank.payments) {
    const { txn_id: id, event, reason } = payment;
    const row = rows.get(id)!;
    const name = `${event} ${id}`;
    const sign = SIGN[event!];
    if (payment.related_txn !== '') {
      const related = rows.get(payment.related_txn)!;
      check(related.account_id === row.account_id && related.txn_id! < id!, `${name} follows`);
      if (sign !== undefined)
        check(cents(row.amount) === sign * cents(related.amount), `${name} amount`);
      check(
        related.status === (sign === 1 ? 'declined' : 'posted') ||
          event === 'foreign_fee' ||
          event === 'refund',
        `${name} status`,
      );
    } else check(sign === undefined, `${name} follows nothing`);
    if (row.status === 'declined') check(/insufficient funds$/.test(reason!), `${name} reason`);
    if (payment.original_currency !== '') {
      const converted = Math.round(cents(payment.original_amount) * Number(payment.exchange_rate));
      check(Math.max(1, converted) === -cents(row.amount), `${name} rate`);
      check(payment.original_currency !== row.currency, `${name} currency`);
    }
    if (payment.agreement_id !== '')
      check(agreements.get(payment.agreement_id)?.account_id === row.account_id, `${name} mandate`);
  }
  const paid = groupBy(bank.payments, (row) => row.agreement_id!);
  for (const { agreement_id: id, payments, signed_on, first_on, last_on } of bank.agreements) {
    const own = (paid.get(id!) ?? []).filter(({ related_txn: related }) => related === '');
    check(own.length === Number(payments), `${id}: ${own.length} of ${payments} payments`);
    check(signed_on! <= first_on! && first_on! <= last_on!, `${id} dates`);
  }
  return [...faults, ...faultsOfDates(bank), ...faultsOfOwners(bank)];
}

function faultsOfDates({ plan, transactions, accounts }: Bank): string[] {
  const faults: string[] = [];
  const held = new Map<string, number>();
  for (const {
    txn_id,
    txn_ts,
    type,
    status,
    booking_date,
    value_date,
    amount,
    account_id,
  } of transactions) {
    const day = new Date(Date.parse(txn_ts!) - 86_400_000).toISOString().slice(0, 10);
    const isPosted = status === 'posted';
    const inOrder = day <= booking_date! && booking_date! <= value_date!;
    const inWindow = type === 'purchase' || booking_date! <= plan.endDate;
    const isEmpty = booking_date === '' && value_date === '';
    if (isPosted ? !(inOrder && inWindow) : !isEmpty) faults.push(`${txn_id} dates`);
    if (status !== 'pending') continue;
    if (!CARD.includes(type!)) faults.push(`${txn_id} pending ${type}`);
    held.set(account_id!, (held.get(account_id!) ?? 0) + Math.min(0, cents(amount)));
  }
  for (const { account_id: id, current_balance, credit_limit } of accounts) {
    const free = cents(current_balance) + (held.get(id!) ?? 0) + cents(credit_limit || '0');
    if (held.has(id!) && free < 0) faults.push(`${id} authorized ${free} too much`);
  }
  return faults;
}

function faultsOfOwners(bank: Bank): string[] {
  const customers = new Map(bank.customers.map((row) => [row.customer_id, row]));
  const owners = groupBy(bank.accountOwners, (row) => row.account_id!);
  const faults = bank.accounts.flatMap(({ account_id: id, customer_id }): string[] => {
    const [first, second, ...more] = owners.get(id!) ?? [];
    const household = (row: Row) => customers.get(row.customer_id)!.household_id;
    const isRight =
      first?.customer_id === customer_id &&
      (second === undefined || household(first!) === household(second)) &&
      more.length === 0;
    return isRight ? [] : [`${id} owners`];
  });
  for (const [firm, list] of groupBy(bank.beneficialOwners, (row) => row.customer_id!)) {
    const shares = list.map(({ share_percent: share }) => Number(share));
    const total = shares.reduce((sum, share) => sum + share, 0);
    const isRight =
      list[0]!.control === 'ownership' ? shares.every((share) => share >= 25) : total === 0;
    if (!isRight || total > 100) faults.push(`${firm} owned by ${shares.join(', ')}`);
  }
  const firms = bank.customers.filter(({ employment }) => employment === 'business');
  for (const { customer_id: id } of firms)
    if (!bank.beneficialOwners.some((row) => row.customer_id === id)) faults.push(`${id} unowned`);
  bank.knownCustomers.forEach(
    ({ customer_id: id, screening_result: result, matched_name: name }, i) => {
      const customer = bank.customers[i]!;
      const hasAlert = name !== '' && name !== customer.full_name;
      if (id !== customer.customer_id || hasAlert !== (result !== 'clear'))
        faults.push(`${id} known`);
    },
  );
  return faults;
}

test('each event follows an earlier row of its account, and dates, rates and owners agree', () => {
  const presetNames = ['us-community-bank', 'eu-retail-bank'] as const;
  for (const [n, preset] of presetNames.entries()) {
    const size = { customers: 1200, accounts: 1700, transactions: 50_000 };
    const bank = bankOf({ ...size, preset, seed: BigInt(n + 5), amlRate: 0.01 });
    expect(faultsOfPayments(bank)).toEqual([]);
    expect(new Set(bank.transactions.map(({ status }) => status)).size).toBe(3);
  }
});

test('with high shares, every event occurs and the laws hold', () => {
  const configuration = structuredClone(presets['eu-retail-bank']);
  const { payments } = configuration;
  for (const name of Object.keys(lives)) payments.shares[name] = 0.2;
  payments.shares.second_collection = 1;
  const size = { customers: 300, accounts: 450, transactions: 20_000 };
  const bank = bankOf({ ...size, preset: 'eu-retail-bank', configuration });
  expect(faultsOfPayments(bank)).toEqual([]);
  const events = new Set(bank.payments.map(({ event }) => event));
  for (const name of [...Object.keys(lives), 'instant', 'refund', 'foreign_currency', 'declined'])
    expect(events).toContain(name);
});
