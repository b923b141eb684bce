import { isTimeOnly } from '../../table/datetime-form.ts';
import type { Column, Table } from '../../table/table.ts';
import type { ColumnRoles, Role } from './column-roles.ts';
import { roleOfHeader } from './statement-roles.ts';

const OUTCOME =
  /fraud|launder|(^|_)label(s|led)?$|anomal|outlier|scenario|aml_?flag|suspicious|(^|_)sar($|_)|is_?alert|^alert_?id$|^isflagged/i;
/** Headers of another system's assessment, scored only on request. */
const OPINION = /risk_?(level|score|segment|rating)/i;

const isCode = (column: Column) => column.kind !== 'datetime';
const isDay = (column: Column) => column.kind === 'datetime' && !isTimeOnly(column.form);
const isNumber = (column: Column) => column.kind === 'number';
const isWord = (column: Column) => column.kind === 'category';

type Rule = { role: Role; name: RegExp; not?: RegExp; fits: (column: Column) => boolean };

/** Header rules in order: a column has one role, and each role goes to the first match. */
const RULES: readonly Rule[] = [
  { role: 'valueDate', name: /value_?date|settle/i, fits: isDay },
  {
    role: 'time',
    name: /trans|txn|^tx_|booking|posted|time|(^|_)ts$/i,
    not: /birth|open|clos|join/i,
    fits: isDay,
  },
  {
    role: 'time',
    name: /date|datum|day|_at$/i,
    not: /birth|open|clos|join/i,
    fits: isDay,
  },
  { role: 'time', name: /^(time|step|timestamp|unix_?time|day)$/i, fits: isNumber },
  { role: 'balance', name: /balance|saldo/i, fits: isNumber },
  { role: 'amount', name: /amount|(^|_)amt|betrag|montant|importe/i, fits: isNumber },
  { role: 'amount', name: /^(value|sum|total|price)$/i, fits: isNumber },
  { role: 'currency', name: /currency|^ccy$|^curr$/i, fits: isWord },
  { role: 'merchantCountry', name: /merchant.{0,50}country/i, fits: isWord },
  { role: 'country', name: /country|^land$/i, fits: isWord },
  { role: 'accountType', name: /account_?type/i, fits: isWord },
  {
    role: 'direction',
    name: /direction|debit.?credit|credit.?debit|^dc$|transaction_?type|^type$/i,
    fits: isWord,
  },
  {
    role: 'account',
    name: /^((from|source|sender|orig(inator)?|payer|debtor)[_ ]?)?(account|acct|iban)([_ ]?(id|no|nr|number))?$/i,
    fits: isCode,
  },
  {
    role: 'account',
    name: /^(name_?orig|source(_?node)?(_?id)?|sender(_?id)?|from(_?id)?|orig|payer(_?id)?|card(_?(id|no|num|number))?|cc_num)$/i,
    fits: isCode,
  },
  {
    role: 'counterparty',
    name: /^(counterparty|beneficiary|target|receiver|recipient|dest(ination)?|to|payee|creditor)([_ ]?(node|account|acct|iban))?([_ ]?(id|name|no|number))?$|^name_?dest$|^account([_ ]?to)?$/i,
    fits: isCode,
  },
  {
    role: 'customer',
    name: /^(customer|client|cust|cardholder|user|member)([_ ]?(id|no|nr|number))?$/i,
    fits: isCode,
  },
  { role: 'merchant', name: /^(merchant|terminal|shop|store)([_ ]?(id|name|no))?$/i, fits: isCode },
  { role: 'category', name: /categor|^mcc|purpose|k_symbol/i, fits: isCode },
  {
    role: 'channel',
    name: /channel|operation|payment_?(type|method|format)|use_?chip/i,
    fits: isWord,
  },
  { role: 'device', name: /device|user_?agent/i, fits: isCode },
  {
    role: 'id',
    name: /^((transaction|txn|trans|tx|payment|transfer|record|row|event)[_ ]?)?(id|uuid|ref|reference|number|no|key)$/i,
    fits: isCode,
  },
];

/** Content checks for columns whose header names a role in another language. */
const FITS: Readonly<Partial<Record<Role, (column: Column) => boolean>>> = {
  time: isDay,
  valueDate: isDay,
  amount: isNumber,
  balance: isNumber,
  direction: isWord,
  currency: isWord,
  account: isCode,
  customer: isCode,
  counterparty: isCode,
  category: isCode,
  id: isCode,
};

export const isOutcome = (name: string): boolean => OUTCOME.test(name);
export const isOpinion = (name: string): boolean => OPINION.test(name);

const YES = /^(1|1\.0|true|t|yes|y|fraud|fraudulent|positive|anomaly|outlier|suspicious)$/i;
const NO = /^(0|0\.0|false|f|no|n|legit|normal|legitimate|negative|inlier|genuine)$/i;

/** Reads labels as 1, 0, or -1 for missing ones; null if the column is not binary. */
export function readLabels(column: Column): Int8Array | null {
  if (column.kind === 'datetime') return null;
  if (column.kind === 'category') {
    const meanings = column.dictionary.map((word) =>
      YES.test(word.trim()) ? 1 : NO.test(word.trim()) ? 0 : -1,
    );
    if (!meanings.some((meaning) => meaning >= 0)) return null;
    return Int8Array.from(column.codes, (code) => (code < 0 ? -1 : meanings[code]));
  }
  const labels = new Int8Array(column.values.length);
  for (let i = 0; i < labels.length; i++) {
    const value = column.values[i];
    if (!Number.isNaN(value) && value !== 0 && value !== 1) return null;
    labels[i] = Number.isNaN(value) ? -1 : value;
  }
  return labels;
}

export function guessRoles(table: Table): ColumnRoles {
  const roles: ColumnRoles = {};
  const free = table.columns.filter(({ name }) => !isOutcome(name) && !isOpinion(name));
  for (const { role, name, not, fits } of RULES) {
    if (roles[role] !== undefined) continue;
    const at = free.findIndex(
      (column) => name.test(column.name.trim()) && !not?.test(column.name) && fits(column),
    );
    if (at < 0) continue;
    roles[role] = free[at].name;
    free.splice(at, 1);
  }
  for (const column of [...free]) {
    const role = roleOfHeader(column.name);
    if (role === null || roles[role] !== undefined || !FITS[role]?.(column)) continue;
    roles[role] = column.name;
    free.splice(free.indexOf(column), 1);
  }
  if (roles.time === undefined) {
    const only = free.filter(isDay);
    if (only.length === 1) roles.time = only[0].name;
  }
  const label = table.columns.find(
    (column) =>
      isOutcome(column.name) && !/scenario/i.test(column.name) && readLabels(column) !== null,
  );
  if (label !== undefined) roles.label = label.name;
  return roles;
}

/** Returns the columns' roles: given or guessed ones, none for ignored columns. */
export function rolesOf(
  table: Table,
  options: { roles?: ColumnRoles | undefined; ignore?: readonly string[] | undefined },
): ColumnRoles {
  const declared = new Set(Object.values(options.roles ?? {}));
  const ignored = new Set(options.ignore ?? []);
  const guessed = Object.entries(guessRoles(table)).filter(
    ([, name]) => !declared.has(name) && !ignored.has(name),
  );
  return { ...Object.fromEntries(guessed), ...options.roles };
}
