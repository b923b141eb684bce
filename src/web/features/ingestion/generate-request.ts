import type { GenerateFromIngestionBody } from '../../../shared/contracts/generation.ts';
import type { GenerateFromTablesBody } from '../../../shared/contracts/table-sets.ts';
import { MAX_GENERATED_ROWS, MAX_REBALANCED_ROWS } from '../../../shared/limits.ts';
import { isSeed, SEED_RANGE } from '../../../shared/seed.ts';
import { formatCount } from '../../lib/format.ts';
import { type Mechanism, type Protection, STANDARD_EPSILON } from './protection.ts';

/** Value of a column and its target share of rows, in percent. */
export type Condition = { column: string; value: string; percent: string };

export type GenerateForm = {
  /** Rows of a dataset; multiple of the files' rows for linked tables. */
  size: string;
  seed: string;
  name: string;
  mode: Protection;
  epsilon: number;
  mechanism: Mechanism;
  /** Linked tables without people, which mode private fits without noise. */
  publicTables: readonly string[];
  conditions: readonly Condition[];
};

export const emptyForm = (size: number): GenerateForm => ({
  size: String(size),
  seed: '',
  name: '',
  mode: 'balanced',
  epsilon: STANDARD_EPSILON,
  mechanism: 'auto',
  publicTables: [],
  conditions: [],
});

export type FormIssue = { field: 'size' | 'seed' | 'conditions'; message: string };
export type DatasetRequest = Omit<GenerateFromIngestionBody, 'manifest_id'>;
export type TablesRequest = Omit<GenerateFromTablesBody, 'table_set_id'>;
type Read<Request> = { kind: 'request'; request: Request } | { kind: 'issue'; issue: FormIssue };

const issue = (field: FormIssue['field'], message: string) => ({
  kind: 'issue' as const,
  issue: { field, message },
});

/** Reads the fields that one dataset and linked tables share. */
function readCommon(form: GenerateForm) {
  const seed = form.seed.trim();
  if (seed !== '' && !isSeed(seed))
    return issue('seed', `Enter ${SEED_RANGE}, or leave it empty for a random seed`);
  const read = readConditions(form.conditions);
  if (typeof read === 'string') return issue('conditions', read);
  const { mode, epsilon } = form;
  const name = form.name.trim();
  return {
    kind: 'common' as const,
    conditions: read,
    settings: {
      ...(mode === 'private' ? { mode, epsilon } : { mode }),
      ...(seed !== '' && { seed }),
      ...(name !== '' && { name }),
    },
  };
}

export function readForm(form: GenerateForm): Read<DatasetRequest> {
  const count = Number(form.size.replaceAll(',', ''));
  if (!Number.isInteger(count) || count < 1 || count > MAX_GENERATED_ROWS)
    return issue('size', `Enter a whole number from 1 to ${formatCount(MAX_GENERATED_ROWS)}`);
  const common = readCommon(form);
  if (common.kind === 'issue') return common;
  const { settings, conditions } = common;
  if (conditions.rebalance && count > MAX_REBALANCED_ROWS)
    return issue(
      'size',
      `A batch with other shares has at most ${formatCount(MAX_REBALANCED_ROWS)} rows`,
    );
  const { mode, mechanism } = form;
  const request = {
    count,
    ...settings,
    ...(mode === 'private' && mechanism !== 'auto' && { mechanism }),
    ...conditions,
  };
  return { kind: 'request', request };
}

/** Splits `table.column`; names of tables contain no dot. */
function placeOf(text: string): { table: string; column: string } {
  const at = text.indexOf('.');
  return { table: text.slice(0, at), column: text.slice(at + 1) };
}

export function readTablesForm(form: GenerateForm): Read<TablesRequest> {
  const scale = Number(form.size);
  if (form.size.trim() === '' || !(scale > 0 && scale <= 1000))
    return issue('size', 'Enter a scale above 0, at most 1,000');
  const common = readCommon(form);
  if (common.kind === 'issue') return common;
  const { settings, conditions } = common;
  const given: Record<string, Record<string, string>> = {};
  for (const [text, value] of Object.entries(conditions.given ?? {})) {
    const { table, column } = placeOf(text);
    given[table] = { ...given[table], [column]: value };
  }
  const { rebalance } = conditions;
  return {
    kind: 'request',
    request: {
      scale,
      ...settings,
      ...(form.mode === 'private' &&
        form.publicTables.length > 0 && { public_tables: [...form.publicTables] }),
      ...(conditions.given && { given }),
      ...(rebalance && { rebalance: { ...placeOf(rebalance.column), shares: rebalance.shares } }),
    },
  };
}

function readConditions(
  conditions: readonly Condition[],
): Pick<DatasetRequest, 'given' | 'rebalance'> | string {
  const given = new Map<string, string>();
  const shares = new Map<string, number>();
  let rebalanced: string | null = null;
  for (const { column, value, percent } of conditions) {
    const share = Number(percent) / 100;
    if (column === '' || value === '') return 'Choose a column and a value for each condition';
    if (percent.trim() === '' || !(share >= 0 && share <= 1))
      return 'A share is from 0 to 100 percent';
    if (given.has(column) || (rebalanced === column && shares.has(value)))
      return `Two conditions name ${column} = ${value}: remove one`;
    if (share === 1) given.set(column, value);
    else if (rebalanced === null || rebalanced === column) {
      rebalanced = column;
      shares.set(value, share);
    } else return 'Shares can be set for the values of one column';
  }
  if (rebalanced !== null && given.has(rebalanced))
    return `All rows can't have one value of ${rebalanced} and a share of them another`;
  if ([...shares.values()].reduce((sum, share) => sum + share, 0) > 1 + 1e-9)
    return 'Shares must not exceed 100 percent together';
  return {
    ...(given.size > 0 && { given: Object.fromEntries(given) }),
    ...(rebalanced !== null && {
      rebalance: { column: rebalanced, shares: Object.fromEntries(shares) },
    }),
  };
}
