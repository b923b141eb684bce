import type { Relation } from './relation.ts';

/** Returns the name of the context column with a row's number of children. */
export const countName = ({ child, childKey }: Pick<Relation, 'child' | 'childKey'>): string =>
  `rows of ${child} by ${childKey}`;

export const isCountName = (name: string): boolean => name.startsWith('rows of ');
