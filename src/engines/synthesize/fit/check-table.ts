import { refuseMemory } from '../../table/refuse-memory.ts';
import type { Table } from '../../table/table.ts';
import { FitRefused } from '../model/model.ts';
import { AIM_MEMORY, defaultMechanism } from '../private/mechanisms/aim.ts';
import { MAX_LEARNED_ROWS } from '../trees/learning-rows.ts';
import type { FitOptions } from './fit-options.ts';

const MAX_COLUMNS = 2000;
const FIXED_MEMORY = 64 * 2 ** 20;

/** Estimates the bytes fitting adds to the table: codes, values, tree rows, one sorted column. */
export function fitMemory(rows: number, columns: number): number {
  const learned = Math.min(rows, MAX_LEARNED_ROWS);
  return FIXED_MEMORY + rows * (18 * columns + 80) + learned * 6 * columns;
}

/**
 * Rejects a table that cannot be modeled, or not within the memory limit.
 *
 * @throws FitRefused
 */
export function checkTable(table: Table, { mostMemory, differentialPrivacy }: FitOptions): void {
  if (table.columns.length === 0) throw new FitRefused('The table has no columns.');
  if (table.rows === 0) throw new FitRefused('The table has no rows.');
  if (table.columns.length > MAX_COLUMNS)
    throw new FitRefused(
      `The table has ${table.columns.length} columns; at most ${MAX_COLUMNS} are supported.`,
    );
  const { mechanism = defaultMechanism(table.columns.length) } = differentialPrivacy ?? {};
  const finer = differentialPrivacy !== undefined && mechanism === 'AIM' ? AIM_MEMORY : 0;
  const memoryOf = (rows: number, columns: number) => fitMemory(rows, columns) + finer;
  const { rows, columns } = table;
  const refusal =
    mostMemory && refuseMemory(memoryOf, { rows, columns: columns.length, mostMemory });
  if (refusal) throw new FitRefused(`Fitting ${refusal}`);
  const names = new Set(table.columns.map((column) => column.name));
  if (names.size < table.columns.length) throw new FitRefused('Two columns have the same name.');
}
