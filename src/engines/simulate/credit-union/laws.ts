import type { LawTable, LawTables } from '../world/law-tables.ts';
import {
  type Checked,
  controlLaw,
  countRows,
  groupsBy,
  type Law,
  postingLaw,
  rowLaw,
  rowsByKey,
  total,
} from '../world/laws.ts';

/** Rounding to the cent. */
const HALF_CENT = 0.5 + 1e-6;

/** Follows the balances of shares or loans through their postings. */
const balances = (table: 'shares' | 'loans', id: string): Law => ({
  name: 'opening balance + postings = balance, step by step',
  table,
  uses: ['postings'],
  source: 'accounts',
  count: (tables) => {
    const { [table]: accounts, postings } = tables;
    const moves = groupsBy(postings, 'account_id');
    const [amount, after] = [postings.number('amount'), postings.number('balance_after')];
    const [idOf, opening] = [accounts.text(id), accounts.number('opening_balance')];
    const closing = accounts.number('balance');
    return countRows(accounts, (row) => {
      let balance = opening(row);
      for (const move of moves.get(idOf(row)) ?? []) {
        balance += amount(move);
        if (after(move) !== balance || balance < 0) return false;
      }
      return closing(row) === balance;
    });
  },
});

function scheduleHolds(
  schedule: LawTable,
  rows: readonly number[],
  loan: { amount: number; months: number },
) {
  const [payment, interest] = [schedule.number('payment'), schedule.number('interest')];
  const [principal, after] = [schedule.number('principal'), schedule.number('balance')];
  let balance = loan.amount;
  for (const row of rows) {
    if (principal(row) !== payment(row) - interest(row)) return false;
    balance += interest(row) - payment(row);
    if (after(row) !== balance) return false;
  }
  return rows.length === loan.months && balance === 0;
}

const loanLaws: Law[] = [
  rowLaw(
    { name: 'payment = P r / (1 - (1 + r)^-n)', table: 'loans', source: 'amortization' },
    ['rate', 'term_months', 'original_amount', 'payment'],
    (rate, months, amount, payment) => {
      if (Number.isNaN(payment)) return null;
      const r = rate / 120_000;
      return Math.abs(payment - (amount * r) / (1 - (1 + r) ** -months)) <= HALF_CENT;
    },
  ),
  {
    name: 'schedule amortizes to 0, interest + principal = payment',
    table: 'loan_schedule',
    uses: ['loans'],
    source: 'amortization',
    count: ({ loans, loan_schedule: schedule }) => {
      const known = rowsByKey(loans, 'loan_id');
      const [amount, months] = [loans.number('original_amount'), loans.number('term_months')];
      let [checked, broken] = [0, 0];
      for (const [id, rows] of groupsBy(schedule, 'loan_id')) {
        const loan = known.get(id);
        if (loan === undefined) continue;
        checked++;
        if (!scheduleHolds(schedule, rows, { amount: amount(loan), months: months(loan) }))
          broken++;
      }
      return { checked, broken };
    },
  },
];

const dividends = rowLaw(
  {
    name: 'dividend = average daily balance x rate x days / 365',
    table: 'dividends',
    source: 'accounts',
  },
  ['average_daily_balance', 'dividend_rate', 'days', 'amount'],
  (average, rate, days, amount) =>
    Math.abs(amount - (average * rate * days) / 3_650_000) <= HALF_CENT,
);

const firstShare: Law = {
  name: 'a regular share from the day of joining',
  table: 'members',
  uses: ['shares'],
  source: 'membership',
  count: ({ members, shares }) => {
    const [kind, opened, owner] = [
      shares.text('kind'),
      shares.number('opened'),
      shares.text('member_id'),
    ];
    const regular = new Map<string, number>();
    for (let row = 0; row < shares.rows; row++)
      if (kind(row) === 'regular') regular.set(owner(row), opened(row));
    const [id, joined] = [members.text('member_id'), members.number('joined')];
    return countRows(members, (row) => regular.get(id(row)) === joined(row));
  },
};

/** Balances of each kind of share in the ledger, all of which are liabilities. */
function sharesInLedger({ shares, ledger }: LawTables): Checked {
  const [kind, balance] = [shares.text('kind'), shares.number('balance')];
  const [account, amount] = [ledger.text('account'), ledger.number('amount')];
  const kinds = new Set(Array.from({ length: shares.rows }, (_, row) => kind(row)));
  const off = [...kinds].filter((name) => {
    const held = total(shares, (row) => (kind(row) === name ? balance(row) : 0));
    return held !== -total(ledger, (row) => (account(row) === `shares_${name}` ? amount(row) : 0));
  });
  return { checked: kinds.size, broken: off.length };
}

export const creditUnionLaws: readonly Law[] = [
  firstShare,
  balances('shares', 'share_id'),
  balances('loans', 'loan_id'),
  ...loanLaws,
  dividends,
  postingLaw,
  controlLaw('loans', 'loans', { sign: 1, column: 'balance' }),
  {
    name: 'ledger accounts of shares = shares by kind',
    table: 'ledger',
    uses: ['shares'],
    source: 'double entry',
    count: sharesInLedger,
  },
];
