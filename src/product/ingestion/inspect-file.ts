import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isRecipeFor } from '../../engines/mapping/recipe.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import type { Account } from '../../platform/functions/define.ts';
import { parseInput } from '../../platform/functions/parse-input.ts';
import { createSlots } from '../../platform/jobs/slots.ts';
import { runThread } from '../../platform/threads/thread.ts';
import { type inspectFileAnswer, inspectFileFields } from '../../shared/contracts/ingestion.ts';
import { AppError } from '../../shared/errors.ts';
import {
  checkHeaders,
  headersValidatedMessage,
  MISSING_HEADERS_MESSAGE,
  type TemplateType,
} from '../../shared/ingestion-headers.ts';
import { MAX_INSPECTED_BYTES } from '../../shared/limits.ts';
import type { Product } from '../product.ts';
import type { Inspected, InspectInput } from './inspect-thread.ts';
import { unreadable } from './receive-file.ts';
import { readRecipes } from './recipes.ts';

const MODULE = new URL('./inspect-thread.ts', import.meta.url);
const LIMITS = { fileSize: MAX_INSPECTED_BYTES, files: 1, fields: 1 };
const inSlot = createSlots(2);

/** Writes the form's file to a path; returns true if it is complete. */
async function receiveHead(request: FastifyRequest, path: string): Promise<boolean> {
  if (!request.isMultipart())
    throw new AppError(
      'bad_request',
      'Send the beginning of the file as form data, in a field named file.',
    );
  const fields: Record<string, string> = {};
  let received = false;
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type !== 'file') fields[part.fieldname] = String(part.value);
    else {
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
      if (part.file.truncated)
        throw new AppError('too_large', `Send at most the first ${MAX_INSPECTED_BYTES} bytes.`);
      received = true;
    }
  }
  if (!received) throw new AppError('bad_request', 'No file was sent.');
  return parseInput(inspectFileFields, fields).whole === 'true';
}

async function inspect(input: InspectInput): Promise<Inspected> {
  for await (const found of runThread<Inspected>(MODULE, input, new AbortController().signal))
    return found;
  throw new Error('the look into a file ended without a result');
}

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
    const path = join(folder, 'head.csv');
    const whole = await receiveHead(request, path).catch(unreadable);
    const found = await inSlot(() => inspect({ path, workPath: join(folder, 'rows.parquet') }));
    const { columns, header, delimiter } = found;
    const check = checkHeaders(columns);
    const records = whole ? found.records : null;
    const shape = { header: header ? columns : null, columns: columns.length, delimiter };
    const recipes = await product.platform.database.asTenant(account.tenantId, readRecipes);
    const fitting = recipes.find(({ recipe }) => isRecipeFor(recipe, shape));
    return {
      columns,
      template: check.kind === 'valid' ? check.template : null,
      missing: check.kind === 'valid' ? [] : check.missing,
      record_count: records,
      message:
        check.kind === 'valid' ? validated(check.template, records) : MISSING_HEADERS_MESSAGE,
      recipe: fitting ? { id: fitting.id, name: fitting.name } : null,
    };
  });
}
