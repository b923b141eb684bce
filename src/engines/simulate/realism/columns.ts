import type { BatchColumn, RowBatch } from '../rows/row-batch.ts';

export const columnOf = (batch: RowBatch, name: string): BatchColumn =>
  batch.columns[batch.fields.findIndex((field) => field.name === name)];
