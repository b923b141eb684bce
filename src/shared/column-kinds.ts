/** Treatment of a column: `feature` is learned, `ignored` left out, the others are generated. */
export const COLUMN_ROLES = ['feature', 'key', 'reference', 'personal', 'text', 'ignored'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** Kinds of a column on pages, in recipes, on the command line and in the API, with their labels. */
export const COLUMN_KINDS = {
  person: 'Person',
  contact: 'Contact',
  'id-number': 'ID number',
  address: 'Address',
  account: 'Account',
  date: 'Date',
  amount: 'Amount',
  rate: 'Rate',
  category: 'Category',
  code: 'Code',
  key: 'Key',
  link: 'Link',
  text: 'Text',
  'leave-out': 'Leave out',
} as const;
export type ColumnKind = keyof typeof COLUMN_KINDS;
export const COLUMN_KIND_NAMES = Object.keys(COLUMN_KINDS) as ColumnKind[];

/** Declaration of a user: a kind, or a role as versions before kinds stored it. */
export type Declared = ColumnKind | ColumnRole;
export type DeclaredColumns = Readonly<Partial<Record<string, Declared>>>;

/** Returns the declaration of a column; safe for columns named like inherited properties. */
export const declaredOf = (roles: DeclaredColumns, name: string): Declared | undefined =>
  Object.hasOwn(roles, name) ? roles[name] : undefined;

const ROLES: Record<ColumnKind, ColumnRole> = {
  person: 'personal',
  contact: 'personal',
  'id-number': 'personal',
  address: 'personal',
  account: 'reference',
  date: 'feature',
  amount: 'feature',
  rate: 'feature',
  category: 'feature',
  code: 'reference',
  key: 'key',
  link: 'reference',
  text: 'text',
  'leave-out': 'ignored',
};

const isKind = (declared: Declared): declared is ColumnKind => Object.hasOwn(ROLES, declared);

/** Returns the declared kinds, without roles of versions before kinds. */
export const declaredKinds = (declared: DeclaredColumns): Record<string, ColumnKind> =>
  Object.fromEntries(
    Object.entries(declared).flatMap(([name, own]) =>
      own !== undefined && isKind(own) ? [[name, own]] : [],
    ),
  );

export const roleOf = (declared: Declared): ColumnRole =>
  isKind(declared) ? ROLES[declared] : declared;

export const declaredFrom = (word: string): Declared | undefined =>
  [...COLUMN_KIND_NAMES, ...COLUMN_ROLES].find((each) => each === word);

/** Kind of each kind of personal data. */
const PERSONAL: Record<string, ColumnKind> = {
  person_name: 'person',
  first_name: 'person',
  last_name: 'person',
  employer: 'person',
  email: 'contact',
  phone: 'contact',
  address: 'address',
  iban: 'account',
  card_number: 'account',
};

export const kindOfPersonal = (personal: string): ColumnKind => PERSONAL[personal] ?? 'id-number';

const RATE = /(?:rate|ratio|percent|pct|zins|satz|taux|tasso|tasa|ltv|apr|%)/i;
/** Distinct whole numbers up to which they are categories. */
const MAX_CLASSES = 20;

type Seen = {
  name: string;
  type: string;
  role: ColumnRole;
  personal: string | null;
  distinct: number;
};

/** Returns the kind of a profiled column, or of its declared role. */
export function kindOf(column: Seen, declared: Declared = column.role): ColumnKind {
  if (isKind(declared)) return declared;
  const { name, type, personal, distinct } = column;
  switch (declared) {
    case 'personal':
      return personal === null ? 'person' : kindOfPersonal(personal);
    case 'reference':
      return personal === null ? 'link' : kindOfPersonal(personal);
    case 'ignored':
      return 'leave-out';
    case 'feature': {
      if (['date', 'timestamp', 'time'].includes(type)) return 'date';
      if (type === 'decimal') return RATE.test(name) ? 'rate' : 'amount';
      return type === 'integer' && distinct > MAX_CLASSES ? 'amount' : 'category';
    }
    default:
      return declared;
  }
}

/** Words for the treatment of a kind, below its label. */
export function treatmentOf(declared: Declared): 'learned' | 'generated' | 'left out' {
  const role = roleOf(declared);
  return role === 'feature' ? 'learned' : role === 'ignored' ? 'left out' : 'generated';
}
