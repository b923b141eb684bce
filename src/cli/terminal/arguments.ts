import type { Table } from '../../engines/table/table.ts';
import { AppError } from '../../shared/errors.ts';
import { isSeed, SEED_RANGE } from '../../shared/seed.ts';

/** What a command says of arguments that it does not take. */
export const refused = (message: string) => new AppError('bad_request', message);

/** A seed, as people write it. */
export function seedFrom(text: string): bigint {
  if (!isSeed(text)) throw refused(`--seed must be ${SEED_RANGE}`);
  return BigInt(text);
}

/** The name of a column that the file has. */
export function columnFrom(name: string, table: Table): string {
  if (table.columns.some((column) => column.name === name)) return name;
  throw refused(`the file has no column ${name}`);
}
