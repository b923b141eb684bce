import type { GenerateFromIngestionBody } from '../../../shared/contracts/generation.ts';
import { MAX_GENERATED_ROWS, MAX_REBALANCED_ROWS } from '../../../shared/limits.ts';
import { isSeed, SEED_RANGE } from '../../../shared/seed.ts';
import { formatCount } from '../../lib/format.ts';
import { type Mechanism, type Protection, STANDARD_EPSILON } from './protection.ts';

/** Value of a column and its target share of rows, in percent. */
export type Condition = { column: string; value: string; percent: string };

export type GenerateForm = {
  rows: string;
  seed: string;
  name: string;
  mode: Protection;
  epsilon: number;
  mechanism: Mechanism;
  conditions: readonly Condition[];
};

export const emptyForm = (rows: number): GenerateForm => ({
  rows: String(rows),
  seed: '',
  name: '',
  mode: 'balanced',
  epsilon: STANDARD_EPSILON,
  mechanism: 'mst',
  conditions: [],
});

export type FormIssue = { field: 'rows' | 'seed' | 'conditions'; message: string };
type Request = Omit<GenerateFromIngestionBody, 'manifest_id'>;

const issue = (field: FormIssue['field'], message: string) => ({
  kind: 'issue' as const,
  issue: { field, message },
});

export function readForm(
  form: GenerateForm,
): { kind: 'request'; request: Request } | { kind: 'issue'; issue: FormIssue } {
  const count = Number(form.rows.replaceAll(',', ''));
  if (!Number.isInteger(count) || count < 1 || count > MAX_GENERATED_ROWS)
    return issue('rows', `Enter a whole number from 1 to ${formatCount(MAX_GENERATED_ROWS)}`);
  const seed = form.seed.trim();
  if (seed !== '' && !isSeed(seed))
    return issue('seed', `Enter ${SEED_RANGE}, or leave it empty for a random seed`);
  const read = readConditions(form.conditions);
  if (typeof read === 'string') return issue('conditions', read);
  if (read.rebalance && count > MAX_REBALANCED_ROWS)
    return issue(
      'rows',
      `A batch with other shares has at most ${formatCount(MAX_REBALANCED_ROWS)} rows`,
    );
  const { mode, epsilon, mechanism } = form;
  const name = form.name.trim();
  return {
    kind: 'request',
    request: {
      count,
      ...(mode === 'private' ? { mode, epsilon, mechanism } : { mode }),
      ...(seed !== '' && { seed }),
      ...(name !== '' && { name }),
      ...read,
    },
  };
}

function readConditions(
  conditions: readonly Condition[],
): Pick<Request, 'given' | 'rebalance'> | string {
  const given: Record<string, string> = {};
  const shares: Record<string, number> = {};
  let rebalanced: string | null = null;
  for (const { column, value, percent } of conditions) {
    const share = Number(percent) / 100;
    if (column === '' || value === '') return 'Choose a column and a value for each condition';
    if (percent.trim() === '' || !(share >= 0 && share <= 1))
      return 'A share is from 0 to 100 percent';
    if (column in given || (rebalanced === column && value in shares))
      return `Two conditions name ${column} = ${value}: remove one`;
    if (share === 1) given[column] = value;
    else if (rebalanced === null || rebalanced === column) {
      rebalanced = column;
      shares[value] = share;
    } else return 'Shares can be set for the values of one column';
  }
  if (rebalanced !== null && rebalanced in given)
    return `All rows can't have one value of ${rebalanced} and a share of them another`;
  if (Object.values(shares).reduce((sum, share) => sum + share, 0) > 1 + 1e-9)
    return 'Shares must not exceed 100 percent together';
  return {
    ...(Object.keys(given).length > 0 && { given }),
    ...(rebalanced !== null && { rebalance: { column: rebalanced, shares } }),
  };
}
