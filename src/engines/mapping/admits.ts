import type { StatementRole } from '../../shared/column-mapping.ts';
import type { ColumnFacts } from './column-facts.ts';

const isMoment = ({ type }: ColumnFacts): boolean => type === 'date' || type === 'timestamp';
const isDecimal = ({ type }: ColumnFacts): boolean => type === 'decimal';
const isNamed = (facts: ColumnFacts): boolean =>
  !isMoment(facts) && !isDecimal(facts) && facts.type !== 'time';

const MAX_CURRENCIES = 200;

/** Whether a column's values can be what the role says, whatever its header; an empty column can be anything. */
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

/** Partners recur as well; an account of the file's own has more movements. */
const ROWS_AN_ACCOUNT = 40;

/** Whether an account that the column names is the file's own: one, or few that fill every row. */
export const isOwnAccount = ({ rows, present, distinct }: ColumnFacts): boolean =>
  present === rows && (distinct === 1 || rows >= ROWS_AN_ACCOUNT * distinct);
