import type { StatementRole } from '../../../shared/column-mapping.ts';
import type { ColumnFacts } from '../bank/bank-kind.ts';
import { isMoment, isOwnAccount } from './admits.ts';

type Roles = Map<string, StatementRole>;

const ROWS_A_CLASS = 8;
const MAX_CLASSES = 60;
const DIFFERENT_SHARE = 0.8;

const classifies = ({ present, distinct, meanWords }: ColumnFacts): boolean =>
  distinct <= MAX_CLASSES && present >= ROWS_A_CLASS * distinct && meanWords <= 3;

/** Minimum average words per value of a name column; separates names from categories. */
const NAME_WORDS = 1.6;
const isNames = ({ looksLike, meanWords }: ColumnFacts): boolean =>
  looksLike === 'name' && meanWords >= NAME_WORDS;

/** Guesses the role of a column from the form of its values. */
function byForm(
  facts: ColumnFacts,
  assigned: ReadonlySet<StatementRole>,
  isEntity: (column: string) => boolean,
): StatementRole | null {
  const { looksLike, isNumber, type, present, distinct } = facts;
  if (present === 0 || type === 'time' || type === 'boolean') return 'other';
  if (looksLike === 'iban' || looksLike === 'bic')
    return isOwnAccount(facts) && !(assigned.has('account') && distinct > 1)
      ? 'account'
      : 'counterparty_account';
  if (looksLike === 'currency') return assigned.has('currency') ? 'other' : 'currency';
  if (looksLike === 'direction') return assigned.has('direction') ? 'other' : 'direction';
  if (isNumber && type !== 'integer') return 'other';
  if (!isNumber && looksLike !== 'code') return null;
  if (
    isOwnAccount(facts) &&
    facts.meanLength >= 5 &&
    !assigned.has('account') &&
    (distinct === 1 || isEntity(facts.name))
  )
    return 'account';
  return distinct >= DIFFERENT_SHARE * present && facts.meanLength >= 4 ? 'reference' : null;
}

/**
 * Assigns text roles: recurring values are categories, the longest texts the description, short
 * ones of several words names.
 */
function assignWords(textColumns: readonly ColumnFacts[], roles: Roles): void {
  const isFree = (role: StatementRole) => ![...roles.values()].includes(role);
  const longest = textColumns
    .filter((facts) => !classifies(facts))
    .sort((a, b) => b.meanLength - a.meanLength)[0];
  const description = longest ?? textColumns.at(-1);
  if (description !== undefined && isFree('description'))
    roles.set(description.name, 'description');
  for (const facts of textColumns) {
    if (roles.has(facts.name)) continue;
    if (isNames(facts) && isFree('counterparty_name')) roles.set(facts.name, 'counterparty_name');
    else roles.set(facts.name, classifies(facts) ? 'category' : 'description');
  }
}

/**
 * Assigns roles by value to the columns whose headers do not identify them.
 *
 * @param options.isEntity true for a column whose rows of one value belong together
 */
export function assignNames(
  facts: readonly ColumnFacts[],
  roles: Roles,
  { header, isEntity }: { header: boolean; isEntity: (column: string) => boolean },
): void {
  for (const column of facts) {
    if (roles.has(column.name)) continue;
    const assigned = new Set(roles.values());
    if (isMoment(column)) {
      const later = assigned.has('booking_date');
      roles.set(column.name, later ? (header ? 'other' : 'value_date') : 'booking_date');
      continue;
    }
    const role = byForm(column, assigned, isEntity);
    if (role !== null) roles.set(column.name, role);
  }
  const textColumns = facts.filter(({ name }) => !roles.has(name));
  const assigned = new Set(roles.values());
  if (!header) assignWords(textColumns, roles);
  else if (!assigned.has('description')) {
    const [longest] = textColumns
      .filter((facts) => !classifies(facts) && facts.meanWords >= 2)
      .sort((a, b) => b.meanLength - a.meanLength);
    if (longest !== undefined) roles.set(longest.name, 'description');
  }
}
