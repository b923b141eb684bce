import type { StatementRole } from '../../../shared/column-mapping.ts';
import type { ColumnFacts } from './column-facts.ts';

const isMoment = ({ type }: ColumnFacts): boolean => type === 'date' || type === 'timestamp';
const isDecimal = ({ type }: ColumnFacts): boolean => type === 'decimal';
const isNamed = (facts: ColumnFacts): boolean =>
  !isMoment(facts) && !isDecimal(facts) && facts.type !== 'time';

const MAX_CURRENCIES = 200;

/** Checks a role against a column's values, ignoring its header. Empty columns admit every role. */
export function admits(role: StatementRole, facts: ColumnFacts): boolean {
  if (facts.present === 0) return true;
  switch (role) {
    case 'booking_date':
    case 'value_date':
      return isMoment(facts);
    case 'amount':
    case 'debit':
    case 'credit':
    case 'balance':
      return facts.isNumber;
    case 'currency':
      return facts.looksLike === 'currency' && facts.distinct <= MAX_CURRENCIES;
    case 'direction':
      return facts.looksLike === 'direction';
    case 'counterparty_name':
      return isNamed(facts) && !facts.isNumber && !/iban|bic/.test(facts.looksLike ?? '');
    default:
      return isNamed(facts);
  }
}

/** Minimum rows per value of an own-account column; payees also recur, but less often. */
const ROWS_AN_ACCOUNT = 40;

/** Returns true for the file's own accounts: one value, or few that fill every row. */
export const isOwnAccount = ({ rows, present, distinct }: ColumnFacts): boolean =>
  present === rows && (distinct === 1 || rows >= ROWS_AN_ACCOUNT * distinct);
