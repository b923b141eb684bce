import type { Table } from '../../engines/table/table.ts';
import { AppError } from '../../shared/errors.ts';
import { isSeed, SEED_RANGE } from '../../shared/seed.ts';

export const refused = (message: string) => new AppError('bad_request', message);

export function seedFrom(text: string): bigint {
  if (!isSeed(text)) throw refused(`--seed: expected ${SEED_RANGE}.`);
  return BigInt(text);
}

export function columnFrom(name: string, table: Table): string {
  if (table.columns.some((column) => column.name === name)) return name;
  throw refused(`The file has no column ${name}.`);
}
