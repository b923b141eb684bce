import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { ParseIngestedFileAnswer } from '../../shared/contracts/ingestion.ts';
import { refused } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { onServer } from './server.ts';

const options = {
  upload: { type: 'boolean' },
  recipe: { type: 'string' },
  sheet: { type: 'string' },
  'accept-rejected': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Uploads a file, with any columns, as a dataset of the server. */
export const uploadCommand = (args: string[]): Promise<number> =>
  onServer('ingest', async (server) => {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw refused('Expected exactly one input file.');
    const form = new FormData();
    if (values.recipe === undefined) form.set('columns', 'as-is');
    else form.set('recipe', await readFile(values.recipe, 'utf8'));
    if (values.sheet !== undefined) form.set('table', values.sheet);
    if (values['accept-rejected']) form.set('accept_rejected', 'true');
    form.set('file', await openAsBlob(path), basename(path));
    const answer = await server.call<ParseIngestedFileAnswer>('parse-ingested-file', form);
    printSummary(answer, values.json, ({ manifest_id: id, message }) => [`${id}: ${message}`]);
  });
