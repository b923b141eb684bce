import { type Bank, cellOf, cents, type Row } from './simulate.fixture.ts';

const NEXT: Readonly<Record<string, readonly string[]>> = {
  pending: ['active'],
  active: ['dormant', 'frozen', 'closed', 'charged_off'],
  dormant: ['active', 'closed'],
  frozen: [],
  closed: [],
  charged_off: [],
};
const SLEEP = 180 * 86_400_000;

/** Checks for legal, timely steps from pending to the shown state; dormant after half a year. */
export function lifeIsLegal(account: Row): boolean {
  const states = account.status_history!.split(';').map((s) => s.split(':') as [string, string]);
  return (
    states[0][0] === 'pending' &&
    states[0][1] === account.open_date &&
    states.at(-1)![0] === account.status &&
    states.slice(1).every(([state, day], i) => {
      const [before, since] = states[i];
      const slept = state !== 'dormant' || Date.parse(day) - Date.parse(since) >= SLEEP;
      return NEXT[before].includes(state) && day >= since && slept;
    })
  );
}

export function faultsOf(bank: Bank): string[] {
  const faults: string[] = [];
  const say = (text: string) => {
    if (faults.length < 20) faults.push(text);
  };
  const customers = new Map(bank.customers.map((c) => [c.customer_id, c]));
  const accounts = new Map(bank.accounts.map((a) => [a.account_id, a]));
  const balance = new Map(bank.accounts.map((a) => [a.account_id, cents(a.opening_balance)]));
  let posted = 0;
  for (const account of bank.accounts) {
    const owner = customers.get(account.customer_id);
    if (owner === undefined) say(`orphan account ${account.account_id}`);
    else if (owner.join_date! > account.open_date!)
      say(`${account.account_id} opened before joining`);
    if (!lifeIsLegal(account)) say(`${account.account_id} lived ${account.status_history}`);
  }
  let before = '';
  let cell = -1;
  for (const row of bank.transactions) {
    const account = accounts.get(row.account_id);
    if (account === undefined) {
      say(`orphan transaction ${row.txn_id}`);
      continue;
    }
    const day = row.txn_ts!.slice(0, 10);
    if (day < account.open_date!) say(`${row.txn_id} before ${account.open_date}`);
    if (account.close_date !== '' && day > account.close_date!) say(`${row.txn_id} after closing`);
    if (day < bank.plan.startDate || day > bank.plan.endDate)
      say(`${row.txn_id} outside the window`);
    const here = cellOf(bank, row.txn_id!);
    if (here !== cell) before = '';
    cell = here;
    if (row.txn_ts! < before) say(`${row.txn_id} out of order`);
    before = row.txn_ts!;
    if (row.customer_id !== account.customer_id) say(`${row.txn_id} of another customer`);
    let now = balance.get(row.account_id!)!;
    if (row.status === 'posted') {
      now += cents(row.amount);
      posted += cents(row.amount);
      balance.set(row.account_id!, now);
      const floor =
        account.account_type === 'loan' ? -Infinity : -cents(account.credit_limit || '0');
      if (now < floor) say(`${row.txn_id} ${row.type} leaves ${now}, below ${floor}`);
    }
    if (now !== cents(row.balance_after)) say(`${row.txn_id} balance_after`);
  }
  for (const account of bank.accounts) {
    if (balance.get(account.account_id) !== cents(account.current_balance)) {
      say(`${account.account_id} does not add up`);
    }
  }
  if (posted + bank.ledger !== 0) say(`all legs sum to ${posted + bank.ledger}`);
  const between = bank.betweenCells.reduce((sum, cell) => sum + cell, 0);
  if (between !== 0) say(`cells owe each other ${between}`);
  const counts = [bank.customers, bank.accounts, bank.transactions].map((rows) => rows.length);
  const { plan } = bank;
  if (String(counts) !== String([plan.customers, plan.accounts, plan.transactions])) {
    say(`counts ${counts}`);
  }
  const flagged = bank.transactions.filter((row) => row.aml_flag === 'true').length;
  if (flagged !== plan.laundering) say(`${flagged} rows flagged, ${plan.laundering} planned`);
  const ids = new Set(bank.transactions.map((row) => row.txn_id));
  if (ids.size !== bank.transactions.length) say('transaction ids repeat');
  return faults;
}
