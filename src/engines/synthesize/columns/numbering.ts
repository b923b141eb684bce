import type { ColumnPlan, OwnerGroups, PersonalIdentity } from './column-plan.ts';

/** Returns the numbering of a reference's or personal column's values; null without one. */
export function numberingOf({ made }: ColumnPlan): PersonalIdentity | null {
  if (made?.kind === 'reference') return made;
  return made?.kind === 'personal' ? (made.identity ?? null) : null;
}

/** Returns the plan of a numbered column with changes; other plans stay as they are. */
function changed(plan: ColumnPlan, changes: Partial<PersonalIdentity>): ColumnPlan {
  const { made } = plan;
  if (made?.kind === 'reference') return { ...plan, made: { ...made, ...changes } };
  if (made?.kind !== 'personal' || made.identity === undefined) return plan;
  return { ...plan, made: { ...made, identity: { ...made.identity, ...changes } } };
}

/** Returns the plan of a column of names that many persons have. */
export const ofMany = (plan: ColumnPlan): ColumnPlan => changed(plan, { isOfMany: true });

/** Returns the plan of a numbered column that follows from another one; -1 for none. */
export const withParent = (plan: ColumnPlan, parent: number): ColumnPlan =>
  changed(plan, { parent });

export const withAttributes = (plan: ColumnPlan, attributes: number[]): ColumnPlan =>
  changed(plan, { attributes });

export const withGroups = (plan: ColumnPlan, groups: OwnerGroups): ColumnPlan =>
  changed(plan, { groups });

/** Returns the plan with training rows, by which rows are allocated to the column's values. */
export const withRows = (plan: ColumnPlan, rows: number): ColumnPlan =>
  numberingOf(plan)?.rows === undefined ? changed(plan, { rows: Math.max(1, rows) }) : plan;

/** Returns the column that a numbered one follows from in the end; itself if none. */
export function rootOf(plans: readonly ColumnPlan[], column: number): number {
  let at = column;
  for (let next = at; next >= 0; next = numberingOf(plans[at]!)?.parent ?? -1) at = next;
  return at;
}
