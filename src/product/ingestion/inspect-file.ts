import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import { sniffFormat } from '../../platform/formats/sniff.ts';
import type { Account } from '../../platform/functions/define.ts';
import { parseInput } from '../../platform/functions/parse-input.ts';
import { createSlots } from '../../platform/jobs/slots.ts';
import { threadResult } from '../../platform/threads/warm-thread.ts';
import { type inspectFileAnswer, inspectFileFields } from '../../shared/contracts/ingestion.ts';
import { AppError } from '../../shared/errors.ts';
import {
  checkHeaders,
  headersValidatedMessage,
  MISSING_HEADERS_MESSAGE,
  type TemplateType,
} from '../../shared/ingestion-headers.ts';
import { MAX_INSPECTED_BYTES } from '../../shared/limits.ts';
import { SNIFFED_BYTES } from '../../shared/sniff-bank-format.ts';
import { formatByName } from '../../shared/upload-formats.ts';
import type { Product } from '../product.ts';
import type { Inspected } from './inspect-thread.ts';
import { unreadable } from './receive-file.ts';
import { readRecipes } from './recipes.ts';
import type { FileToScan } from './scan-file.ts';
import { shownDialect } from './shown-dialect.ts';

const MODULE = new URL('./inspect-thread.ts', import.meta.url);
const LIMITS = { fileSize: MAX_INSPECTED_BYTES, files: 1, fields: 1 };
const inSlot = createSlots(2);

type Head = { whole: boolean; format: FileToScan['format'] };

/** Writes the form's file to a path; `whole` if it is complete. */
async function receiveHead(request: FastifyRequest, path: string): Promise<Head> {
  if (!request.isMultipart())
    throw new AppError(
      'bad_request',
      'Send the beginning of the file as form data, in a field named file.',
    );
  const fields: Record<string, string> = {};
  let filename: string | null = null;
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type !== 'file') fields[part.fieldname] = String(part.value);
    else {
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
      if (part.file.truncated)
        throw new AppError('too_large', `Send at most the first ${MAX_INSPECTED_BYTES} bytes.`);
      filename = part.filename;
    }
  }
  if (filename === null) throw new AppError('bad_request', 'No file was sent.');
  const bytes = await readFile(path);
  return {
    whole: parseInput(inspectFileFields, fields).whole === 'true',
    format: sniffFormat(bytes.subarray(0, SNIFFED_BYTES)) ?? formatByName(filename) ?? 'csv',
  };
}

const inspect = (input: FileToScan) => threadResult<Inspected>(MODULE, input);

const validated = (template: TemplateType, records: number | null): string =>
  records === null
    ? `Headers validated (${template} template). Records are counted on upload.`
    : headersValidatedMessage(records, template);

export async function inspectFile(
  product: Product,
  account: Account,
  request: FastifyRequest,
): Promise<z.input<typeof inspectFileAnswer>> {
  return withWorkFolder(product.workFolder, `inspect-${randomUUID()}`, async (folder) => {
    const path = join(folder, 'head');
    const { whole, format } = await receiveHead(request, path).catch(unreadable);
    const known = await product.platform.database.asTenant(account.tenantId, readRecipes);
    const file = { format, path, parquetPath: join(folder, 'rows.parquet'), known };
    const found = await inSlot(() =>
      inspect({ ...file, anyColumns: true, acceptRejected: true, recipe: null }),
    );
    const columns = found.columns.map(({ name }) => name);
    const check = checkHeaders(columns);
    const records = whole ? found.rowCount : null;
    return {
      columns,
      template: check.kind === 'valid' ? check.template : null,
      missing: check.kind === 'valid' ? [] : check.missing,
      record_count: records,
      message:
        check.kind === 'valid' ? validated(check.template, records) : MISSING_HEADERS_MESSAGE,
      recipe: found.taken,
      read: {
        rows: found.rowCount,
        dialect: shownDialect(found.dialect),
        layout: found.columns,
        mapping: found.mapping,
        balance: found.balance,
        profile: found.profile,
        preview: found.preview,
      },
    };
  });
}
