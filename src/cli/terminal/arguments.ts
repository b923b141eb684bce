import type { Table } from '../../engines/table/table.ts';
import { AppError } from '../../shared/errors.ts';
import { isSeed, SEED_RANGE } from '../../shared/seed.ts';
import { suggest } from './suggest.ts';

export const refused = (message: string) => new AppError('bad_request', message);

const MAX_NAMED = 12;

/** Refuses a column that the file lacks, naming the one probably meant, otherwise those it has. */
export function noColumn(name: string, names: readonly string[], flag = ''): AppError {
  const meant = suggest(name, names);
  const shown = names.slice(0, MAX_NAMED).join(', ');
  const others = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : '';
  const hint = meant === undefined ? `It has ${shown}${others}.` : `Did you mean ${meant}?`;
  return refused(`${flag === '' ? 'The' : `--${flag}: the`} file has no column ${name}. ${hint}`);
}

export function seedFrom(text: string): bigint {
  if (!isSeed(text)) throw refused(`--seed: expected ${SEED_RANGE}.`);
  return BigInt(text);
}

/** Parses --threads; undefined without one. */
export function threadsFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d?$/.test(text))
    throw new RangeError('--threads: expected a whole number from 1 to 99.');
  return Number(text);
}

export function columnFrom(name: string, table: Table): string {
  if (table.columns.some((column) => column.name === name)) return name;
  throw noColumn(
    name,
    table.columns.map((column) => column.name),
  );
}
