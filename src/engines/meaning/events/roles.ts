import type { ColumnMapping } from '../../../shared/column-mapping.ts';
import { isTimeOnly } from '../../table/datetime-form.ts';
import type { Column, Table } from '../../table/table.ts';
import type { BankKind, Held } from '../bank/bank-kind.ts';
import { BANK_KINDS } from '../bank/bank-kinds.ts';
import { identifierOwner } from '../headers/identifier-header.ts';
import { matchHeader } from '../headers/match-header.ts';
import type { ColumnRoles } from './column-roles.ts';

const OUTCOME =
  /fraud|launder|(^|_)label(s|led)?$|anomal|outlier|scenario|aml_?flag|suspicious|(^|_)sar($|_)|is_?alert|^alert_?id$|^isflagged/i;
/** Headers of another system's assessment, scored only on request. */
const OPINION = /risk_?(level|score|segment|rating)/i;

const HOLDS: Record<Held, (column: Column) => boolean> = {
  day: (column) => column.kind === 'datetime' && !isTimeOnly(column.form),
  number: ({ kind }) => kind === 'number',
  word: ({ kind }) => kind === 'category',
  code: ({ kind }) => kind !== 'datetime',
};

/** Header patterns in order: a column has one role, and each role goes to the first match. */
const PATTERNS = BANK_KINDS.flatMap(({ event, holds: usual, patterns = [] }) =>
  patterns.map(({ holds = usual, ...pattern }) => ({
    role: event!,
    fits: HOLDS[holds],
    ...pattern,
  })),
);

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

/** Returns the kind that a header names exactly, in any supported language. */
function kindOfHeader(name: string): Pick<BankKind, 'event' | 'holds'> | null {
  const owner = identifierOwner(name);
  if (owner !== null) return { event: owner, holds: 'code' };
  const [match] = matchHeader(name);
  return match?.share === 1 ? match.kind : null;
}

export function guessRoles(table: Table): ColumnRoles {
  const roles: ColumnRoles = {};
  const free = table.columns.filter(({ name }) => !isOutcome(name) && !isOpinion(name));
  for (const { role, name, not, fits } of PATTERNS) {
    if (roles[role] !== undefined) continue;
    const at = free.findIndex(
      (column) => name.test(column.name.trim()) && !not?.test(column.name) && fits(column),
    );
    if (at < 0) continue;
    roles[role] = free[at].name;
    free.splice(at, 1);
  }
  for (const column of [...free]) {
    const { event, holds } = kindOfHeader(column.name) ?? {};
    if (!event || !holds || roles[event] !== undefined || !HOLDS[holds](column)) continue;
    roles[event] = column.name;
    free.splice(free.indexOf(column), 1);
  }
  if (roles.time === undefined) {
    const only = free.filter(HOLDS.day);
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

const EVENTS = new Map(BANK_KINDS.map(({ statement, event }) => [statement, event]));

/** Returns the roles of a user-defined column mapping; each goes to its first column. */
export function rolesOfMapping({ columns, entity }: ColumnMapping): ColumnRoles {
  const roles: ColumnRoles = {};
  for (const { name, role } of columns) {
    const ownRole = EVENTS.get(role);
    // The account that each row is about is no counterparty of its own.
    if (ownRole === 'counterparty' && name === entity) continue;
    if (ownRole !== undefined && roles[ownRole] === undefined) roles[ownRole] = name;
  }
  if (entity !== null && roles.account === undefined) roles.account = entity;
  return roles;
}
