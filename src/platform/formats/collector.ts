import type { BankFormat, StatementFacts, StatementTotals } from '../../shared/bank-formats.ts';
import { type Amount, amountText } from './amount.ts';
import { decimalsOf } from './currencies.ts';
import type { Balance, Collector, Entry, StatementEnd, StatementHead } from './model.ts';
import { rowOf } from './row.ts';
import { createTotals } from './totals.ts';

const MAX_LISTED = 200;
const BALANCE_TOTAL = 'opening + entries = closing';

type OpenStatement = {
  head: StatementHead;
  entries: number;
  sums: Map<string, Amount>;
  balance: Amount | null;
  /** Latest row, held back so that a statement's last row can carry its details. */
  held: (string | null)[] | null;
};

const textOf = ({ amount, currency }: Balance): string =>
  amountText(amount, decimalsOf(currency)) + (currency === null ? '' : ` ${currency}`);

function whyUnchecked(
  { head, sums }: OpenStatement,
  { closing, unchecked }: StatementEnd,
): string | null {
  if (unchecked !== null) return unchecked;
  if (head.opening === null) return 'no opening balance is stated';
  if (closing === null) return 'no closing balance is stated';
  const currencies = new Set([...sums.keys(), head.opening.currency ?? '', closing.currency ?? '']);
  return currencies.size > 1 ? 'balances and entries have several currencies' : null;
}

export type FormatCollector = Collector & {
  facts: (sniffed: { format: BankFormat; version: string | null }) => StatementFacts;
};

export function createCollector(write: (row: (string | null)[]) => void): FormatCollector {
  let open: OpenStatement | null = null;
  let statements = 0;
  const accounts = new Set<string | null>();
  let entries = 0;
  const totals = createTotals();
  const listed: StatementTotals[] = [];

  const checkBalance = (statement: OpenStatement, end: StatementEnd) => {
    const reason = whyUnchecked(statement, end);
    if (reason !== null) {
      totals.leaveUnchecked(reason);
      return;
    }
    const opening = statement.head.opening!;
    const closing = end.closing!;
    const { currency } = opening;
    const moved = statement.sums.get(currency ?? '') ?? 0n;
    const ties = opening.amount + moved === closing.amount;
    const computed = { amount: opening.amount + moved, currency };
    totals.note(
      BALANCE_TOTAL,
      ties
        ? null
        : {
            ...end.place,
            reason: `opening ${textOf(opening)} + entries ${textOf({ amount: moved, currency })} = ${textOf(computed)}, but the closing balance is ${textOf(closing)}`,
          },
    );
  };

  return {
    open: (head) => {
      open = {
        head,
        entries: 0,
        sums: new Map(),
        balance: head.opening?.amount ?? null,
        held: null,
      };
      statements++;
    },
    entry: (entry: Entry) => {
      const statement = open!;
      if (statement.held !== null) write(statement.held);
      statement.entries++;
      accounts.add(entry.account ?? statement.head.account);
      entries++;
      let balance: Amount | null = null;
      if (entry.status === 'booked') {
        const currency = entry.currency ?? '';
        statement.sums.set(currency, (statement.sums.get(currency) ?? 0n) + entry.amount);
        const same = currency === (statement.head.opening?.currency ?? '');
        if (statement.balance !== null)
          statement.balance = same ? statement.balance + entry.amount : null;
        balance = statement.balance;
      }
      statement.held = rowOf(statement.head, entry, balance);
    },
    close: (end) => {
      const statement = open!;
      open = null;
      checkBalance(statement, end);
      const { head, held } = statement;
      if (head.account !== null) accounts.add(head.account);
      if (held !== null) {
        held[held.length - 1] = JSON.stringify(end.details);
        write(held);
      }
      if (listed.length < MAX_LISTED) {
        listed.push({
          id: head.id,
          account: head.account,
          currency: head.currency,
          opening: head.opening && textOf(head.opening),
          entries: statement.entries,
          closing: end.closing && textOf(end.closing),
        });
      }
    },
    check: ({ name, stated, found, place }) =>
      totals.note(
        name,
        stated === found
          ? null
          : { ...place, reason: `${name}: the file states ${stated}, its entries have ${found}` },
      ),
    facts: ({ format, version }) => ({
      format,
      version,
      statements,
      accounts: accounts.size,
      entries,
      ...totals.facts(),
      listed,
    }),
  };
}
