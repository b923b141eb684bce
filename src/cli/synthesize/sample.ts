import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { anyModelFromBytes, type Model } from '../../engines/synthesize/index.ts';
import { AppError } from '../../shared/errors.ts';
import { openHashedFile } from '../hashed-file.ts';
import { refused, seedFrom } from '../terminal/arguments.ts';
import { interruptible, yieldToEventLoop } from '../terminal/interruptible.ts';
import { csvHeader } from './csv-parts.ts';
import { type DrawRequest, drawRows } from './draw-rows.ts';
import { givenFrom } from './given-from.ts';
import { sampleTables } from './sample-tables.ts';

const options = {
  rows: { type: 'string', multiple: true },
  scale: { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  given: { type: 'string', multiple: true },
  threads: { type: 'string' },
  dialect: { type: 'string', default: 'source' },
} as const;

/** Maximum threads: each takes about 200 MB, and one thread writes for all. */
const MAX_THREADS = 8;

function threadsFrom(text: string | undefined): number {
  if (text === undefined) return Math.min(MAX_THREADS, availableParallelism());
  if (!/^[1-9]\d?$/.test(text))
    throw new RangeError('--threads: expected a whole number from 1 to 99.');
  return Number(text);
}

function showDone(done: number, rows: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done < rows ? `\r\x1b[K${done} of ${rows} rows` : '\r\x1b[K');
}

function isPlainFrom(dialect: string): boolean {
  if (dialect !== 'source' && dialect !== 'plain')
    throw refused('--dialect: expected source or plain.');
  return dialect === 'plain';
}

export async function sampleCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  const { out } = values;
  if (path === undefined || more.length > 0) throw refused('Expected exactly one model file.');
  if (out === undefined)
    throw refused('--out: expected a file name, or a folder name for linked tables.');
  const seed = seedFrom(values.seed ?? '');
  const plain = isPlainFrom(values.dialect);
  const wanted = values.rows ?? [];
  if (wanted.some((rows) => !/^([\w-]+=)?[1-9]\d{0,9}$/.test(rows)))
    throw new RangeError('--rows: expected a whole number, 1 or more.');
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new AppError('not_found', `Cannot read ${path}.`, { cause });
  });
  const stored = anyModelFromBytes(bytes);
  if ('kind' in stored) {
    if (values.given !== undefined)
      throw refused('--given applies only to models of a single table.');
    if (values.threads !== undefined)
      throw refused('--threads applies only to models of a single table.');
    return sampleTables(stored, { seed, out, rows: wanted, scale: values.scale, plain });
  }
  const model = plain ? { ...stored, dialect: undefined } : stored;
  if (values.scale !== undefined) throw refused('--scale applies only to models of linked tables.');
  const rows = Number(wanted[0]);
  if (wanted.length !== 1 || !(rows >= 1))
    throw new RangeError(
      '--rows: expected a whole number, 1 or more, for a model of a single table.',
    );
  const request = { rows, seed, given: givenFrom(values.given) };
  const threads = threadsFrom(values.threads);
  return interruptible((signal) => writeRows(model, { request, threads, out, signal }));
}

const namesOf = ({ columns, inFileOrder }: Model): string[] =>
  columns.slice(0, inFileOrder === true ? -1 : undefined).map(({ layout }) => layout.name);

async function writeRows(
  model: Model,
  {
    request,
    threads,
    out,
    signal,
  }: { request: DrawRequest; threads: number; out: string; signal: AbortSignal },
): Promise<number> {
  const { rows } = request;
  const file = openHashedFile(out);
  try {
    file.write(csvHeader(namesOf(model), model.dialect));
    let done = 0;
    for await (const part of drawRows(model, { request, threads, signal })) {
      file.write(part.bytes);
      done += part.rows;
      showDone(done, rows);
    }
    await yieldToEventLoop();
    signal.throwIfAborted();
  } catch (error) {
    file.discard();
    throw error;
  }
  const { sha256 } = file.close();
  const { core } = model;
  const cost =
    core.kind === 'private'
      ? `; epsilon ${core.guarantee.epsilon.toFixed(4)} was spent on the fit, sampling costs no more`
      : '';
  process.stdout.write(`${rows} rows in ${out}, SHA-256 ${sha256}${cost}\n`);
  return 0;
}
