import type { BankKind, ColumnFacts, Held } from '../bank/bank-kind.ts';

export const isMoment = ({ type }: ColumnFacts): boolean => type === 'date' || type === 'timestamp';

const isNamed = (facts: ColumnFacts): boolean =>
  !isMoment(facts) && facts.type !== 'decimal' && facts.type !== 'time';

const HOLDS: Record<Held, (facts: ColumnFacts) => boolean> = {
  day: isMoment,
  number: ({ isNumber }) => isNumber,
  word: isNamed,
  code: isNamed,
};

/** Checks a kind against a column's values, ignoring its header. Empty columns admit every kind. */
export const admits = ({ holds, admits: test }: BankKind, facts: ColumnFacts): boolean =>
  facts.present === 0 || (HOLDS[holds](facts) && (test === undefined || test(facts)));

/** Minimum rows per value of an own-account column; payees also recur, but less often. */
const ROWS_AN_ACCOUNT = 40;

/** Returns true for the file's own accounts: one value, or few that fill every row. */
export const isOwnAccount = ({ rows, present, distinct }: ColumnFacts): boolean =>
  present === rows && (distinct === 1 || rows >= ROWS_AN_ACCOUNT * distinct);
