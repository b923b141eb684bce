import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { WRITTEN } from '../../platform/formats/write/formats.ts';
import { WRITTEN_BANK_FORMATS } from '../../shared/bank-formats.ts';
import { columnOf } from '../../shared/column-mapping.ts';
import type { exportBatchBody } from '../../shared/contracts/export.ts';
import { AppError } from '../../shared/errors.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportFacts,
  TABLE_FORMATS,
  type TableFormat,
} from '../../shared/export-formats.ts';
import { formulaWarning } from '../../shared/formula-cells.ts';
import { fileStem } from '../../shared/upload-formats.ts';
import { GENERATED } from '../batches/complete-batch.ts';
import type { LedgerInput } from './ledger/write-ledger.ts';
import type { BatchSource } from './read-source.ts';

type Body = z.output<typeof exportBatchBody>;

export type Place = {
  path: string;
  filename: string;
  format: ExportFormat;
  options: LedgerInput['options'];
  currency: string | null;
  notes: string[];
};

export const isTable = (format: ExportFormat): format is TableFormat =>
  TABLE_FORMATS.some((name) => name === format);

export const contentTypeOf = (format: ExportFormat): string => exportFacts(format).mediaType;

export const nameOf = ({ dataset, entity }: BatchSource): string =>
  dataset === null ? entity : fileStem(dataset.filename).replaceAll('/', '_');

function formatOf({ format }: Body, { dataset }: BatchSource): ExportFormat {
  if (format !== 'source') return format;
  const came = dataset?.format ?? 'csv';
  const known = EXPORT_FORMATS.find((name) => name === came);
  if (known !== undefined) return known;
  throw new AppError(
    'bad_request',
    `${came} can be imported but not exported. Choose one of ${WRITTEN_BANK_FORMATS.join(', ')}.`,
  );
}

function refuseNoLedger({ dataset, entity }: BatchSource): void {
  if (dataset !== null || entity === 'transactions') return;
  throw new AppError(
    'bad_request',
    `A batch of ${entity} contains no ledger. Statements require transactions, or a batch fitted from statements.`,
  );
}

function notesOf(format: ExportFormat, { dataset, formulaColumns }: BatchSource): string[] {
  if (isTable(format))
    return format === 'csv' && formulaColumns !== null ? [formulaWarning(formulaColumns)] : [];
  const { leavesOut } = WRITTEN[format];
  const balance = dataset?.mapping && columnOf(dataset.mapping, 'balance');
  const values = dataset?.layout?.find(({ name }) => name === balance)?.values ?? 0;
  const hasBalance = dataset === null || values > 0;
  return [
    ...(leavesOut === null ? [] : [`${leavesOut}.`]),
    ...(hasBalance ? [] : ['The batch has no balances: each account starts at zero.']),
  ];
}

export function placeExport(body: Body, source: BatchSource): Place {
  const format = formatOf(body, source);
  const name = nameOf(source);
  const { account, from, to, currency = null } = body;
  const folder = `${GENERATED}/${source.tenantId}/${body.batch_id}/export`;
  if (isTable(format)) {
    if ([account, from, to, body.currency].some((each) => each !== undefined))
      throw new AppError('bad_request', 'Account, dates and currency apply only to statements.');
    const filename = `${name}${exportFacts(format).endings[0]}`;
    const notes = notesOf(format, source);
    return { path: `${folder}/${filename}`, filename, format, options: {}, currency, notes };
  }
  refuseNoLedger(source);
  const filename = `${name}-${format}${exportFacts(format).endings[0]}`;
  const chosen = JSON.stringify([account, from, to, currency]);
  const part = createHash('sha256').update(chosen).digest('hex').slice(0, 16);
  return {
    path: `${folder}/${part}/${filename}`,
    filename,
    format,
    options: { account, from, to },
    currency,
    notes: notesOf(format, source),
  };
}
