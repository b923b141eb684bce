import type { ExceptionCase } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';

type Subject = { name: string; before: string };

/** Words for rows of claims and members, by the column that identifies them. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  claim_id: { name: 'Claim', before: 'Earlier claims, newest last' },
  member_id: { name: 'Member', before: 'Earlier rows of the member, newest last' },
};

const keyOf = ({ values }: Pick<ExceptionCase, 'values'>): string | undefined =>
  Object.keys(values ?? {}).find((name) => Object.hasOwn(SUBJECTS, name));

/** Names a case by its claim or member, otherwise by its row. */
export function titleOf(entry: Pick<ExceptionCase, 'values' | 'row'>): string {
  const key = keyOf(entry);
  const id = key === undefined ? null : entry.values?.[key];
  return key === undefined || id == null
    ? `Row ${formatCount(entry.row)}`
    : `${SUBJECTS[key]!.name} ${id}`;
}

export function beforeTitleOf(entry: Pick<ExceptionCase, 'values'>): string {
  const key = keyOf(entry);
  return key === undefined ? 'Recent account activity, newest last' : SUBJECTS[key]!.before;
}

/** Heading of a row's values. */
export function detailsTitleOf(entry: Pick<ExceptionCase, 'values'>, hasAmount: boolean): string {
  const key = keyOf(entry);
  if (key !== undefined) return `${SUBJECTS[key]!.name} details`;
  return hasAmount ? 'Transaction details' : 'Row details';
}
