import { rm } from 'node:fs/promises';
import { STATEMENT_COLUMNS, type StatementFacts } from '../../shared/bank-formats.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { SniffedFormat } from '../../shared/sniff-bank-format.ts';
import { checkCells } from '../tabular/check-cells.ts';
import { storeTable } from '../tabular/delimited/store-table.ts';
import { readStatements } from './read-statements.ts';

export type StatementScan = {
  columns: ColumnLayout[];
  rowCount: number;
  encoding: string;
  facts: StatementFacts;
};

/** Columns with typed values; digits in others are not numbers. */
const TYPED: readonly string[] = ['booking_date', 'value_date', 'amount', 'balance'];

function asStated(layout: ColumnLayout): ColumnLayout {
  const { name, form, values } = layout;
  if (TYPED.includes(name) || form.kind === 'text' || form.kind === 'code') return layout;
  const text = { type: 'text', form: { kind: 'text' }, fits: values } as const;
  return { ...layout, ...text, alternatives: [], ambiguous: false, notices: [] };
}

/**
 * Reads a file of statements or payments into an all-text Parquet file with the common columns, and
 * checks its stated totals. Leaves no file on failure.
 *
 * @param options.checkTotals receives the totals before rows are stored; may throw to end the scan
 */
export async function scanStatements(
  path: string,
  options: {
    parquetPath: string;
    sniffed: SniffedFormat;
    checkTotals?: ((facts: StatementFacts) => void) | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<StatementScan> {
  const { parquetPath, sniffed, signal } = options;
  const target = `${parquetPath}.rows`;
  const workPath = `${parquetPath}.utf8`;
  try {
    const { facts, rows, escaped, encoding } = await readStatements(path, {
      target,
      workPath,
      sniffed,
      signal,
    });
    checkCells(rows, STATEMENT_COLUMNS.length);
    options.checkTotals?.(facts);
    const table = { path: target, columns: STATEMENT_COLUMNS, escaped, rows };
    const layouts = await storeTable(table, parquetPath, { delimiter: null, signal });
    return { columns: layouts.map(asStated), rowCount: rows, encoding, facts };
  } catch (error) {
    await rm(parquetPath, { force: true });
    throw error;
  } finally {
    await rm(target, { force: true });
  }
}
