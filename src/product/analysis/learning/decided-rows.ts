import type pg from 'pg';
import type { ColumnRoles } from '../../../engines/detect/index.ts';
import { CARRIERS } from '../../../engines/detect/ranker/carried-risk.ts';
import { AppError } from '../../../shared/errors.ts';

/** Decision of a reviewer on a row of a dataset or batch; rows from 1, times in ms. */
export type DecidedRow = {
  sourceId: string;
  isDataset: boolean;
  row: number;
  label: 0 | 1;
  decidedAt: number;
  reason: string | null;
  /** Time of the row; null if the analysis that flagged it did not store it. */
  at: number | null;
  /** Values of its account, customer, merchant, counterparty and device. */
  names: Partial<Record<(typeof CARRIERS)[number], string>>;
};

type Stored = Omit<DecidedRow, 'label' | 'at' | 'names'> & {
  confirmed: boolean;
  at: string | null;
  roles: ColumnRoles | null;
  values: Record<string, string | null> | null;
};

const READ = `
  select source_id as "sourceId", is_dataset as "isDataset", row, confirmed, reason, at, roles, values,
         (extract(epoch from decided_at) * 1000)::float8 as "decidedAt"
    from private.decided_rows() order by source_id, row`;

const READ_NAMES = `
  select distinct on (source_id, row) source_id as "sourceId", row, roles, values
    from private.flagged_rows() where source_id = any ($1) order by source_id, row`;

/** Returns all decisions of a tenant that teach, by source and row. */
export async function readDecidedRows(tx: pg.PoolClient): Promise<DecidedRow[]> {
  const { rows } = await tx.query<Stored>(READ);
  return rows.map(({ confirmed, at, roles, values, ...rest }) => ({
    ...rest,
    label: confirmed ? 1 : 0,
    at: at === null ? null : Date.parse(at),
    names: namesOf({ roles, values }),
  }));
}

const namesOf = ({ roles, values }: Pick<Stored, 'roles' | 'values'>): DecidedRow['names'] =>
  Object.fromEntries(
    CARRIERS.flatMap((role) => {
      const name = values?.[roles?.[role] ?? ''];
      return name === undefined || name === null ? [] : [[role, name]];
    }),
  );

/** Decision as a ranker keeps it: names stay with the flagged rows, and are deleted with them. */
export type KeptDecision = Omit<DecidedRow, 'names'>;

export const keptDecisions = (decided: readonly DecidedRow[]): KeptDecision[] =>
  decided.map(({ names: _, ...kept }) => kept);

/**
 * Completes kept decisions by the names of their rows.
 *
 * @throws AppError if the rows of a decision were deleted
 */
export async function completeDecisions(
  tx: pg.PoolClient,
  kept: readonly KeptDecision[],
): Promise<DecidedRow[]> {
  const sources = [...new Set(kept.map(({ sourceId }) => sourceId))];
  const { rows } = await tx.query<Stored>(READ_NAMES, [sources]);
  const found = new Map(rows.map((each) => [`${each.sourceId} ${each.row}`, each]));
  return kept.map((each) => {
    const stored = found.get(`${each.sourceId} ${each.row}`);
    if (stored === undefined)
      throw new AppError(
        'conflict',
        'Rows of its decisions were deleted, so this version can’t be trained again.',
      );
    return { ...each, names: namesOf(stored) };
  });
}
