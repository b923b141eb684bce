import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Table } from '../../src/engines/table/table.ts';
import { readLike, readTable } from './read-table.ts';

/** Folder of stored data next to the project: tables of people, and other systems' outputs. */
export const DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

const SYSTEMS = [
  'synthpop',
  'mostly',
  '2024-mostlyai',
  'tvae',
  'ctgan',
  'gaussian_copula',
  '2024-synthcity-arf',
  '2024-synthcity-bayesian_network',
];

export type StoredSet = {
  train: Table;
  holdout: Table;
  others: () => Iterable<{ name: string; table: Table }>;
};

/** Opens a set and prints its size; prints a note and returns null if it is missing. */
export function openSet(set: string): StoredSet | null {
  const folder = `${DATA}tabular/${set}/`;
  if (!existsSync(folder)) {
    console.log(`${set}: no data at ${folder}, skipped`);
    return null;
  }
  const train = readTable(`${folder}trn.csv.gz`);
  const holdout = readLike(`${folder}val.csv.gz`, train);
  console.log(`\n${set}: ${train.rows} rows, ${train.columns.length} columns`);
  return {
    train,
    holdout,
    others: function* () {
      for (const name of SYSTEMS) yield { name, table: readLike(`${folder}${name}.csv.gz`, train) };
    },
  };
}
