import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  drawTables,
  engineVersion,
  modelOfOne,
  type Omitted,
  plansOf,
  type TablesModel,
  type TablesRequest,
  tablesFromBytes,
} from '../../engines/synthesize/index.ts';
import { AppError } from '../../shared/errors.ts';
import {
  CONTENTS,
  contentsOf,
  repeatableArguments,
  writeContents,
} from '../contents/contents-file.ts';
import { type HashedFile, openHashedFile } from '../hashed-file.ts';
import { refused, seedFrom, threadsFrom } from '../terminal/arguments.ts';
import { interruptible, yieldToEventLoop } from '../terminal/interruptible.ts';
import { rowsProgress } from '../terminal/progress.ts';
import { type CsvPart, csvHeader, csvParts } from './csv-parts.ts';
import { drawRows } from './draw-rows.ts';
import { givenFrom, ONLY, rebalanceFrom } from './places.ts';

const options = {
  rows: { type: 'string', multiple: true },
  scale: { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  given: { type: 'string', multiple: true },
  rebalance: { type: 'string', multiple: true },
  threads: { type: 'string' },
  dialect: { type: 'string', default: 'source' },
} as const;

/** Maximum threads: each takes about 200 MB, and one thread writes for all. */
const MAX_THREADS = 8;

/** Parses --dialect: true for commas in UTF-8 instead of the source's dialect. */
function isPlainFrom(dialect: string): boolean {
  if (dialect !== 'source' && dialect !== 'plain')
    throw refused('--dialect: expected source or plain.');
  return dialect === 'plain';
}

/** Parses row counts: one number for a single table, TABLE=N for linked ones. */
function rowsFrom(texts: readonly string[], isAlone: boolean): Record<string, number> {
  if (!isAlone)
    return Object.fromEntries(
      texts.map((text) => {
        const [name, rows] = text.split('=');
        if (rows === undefined)
          throw refused(
            '--rows: expected TABLE=N, with N of 1 or more, for a model of linked tables.',
          );
        return [name, Number(rows)];
      }),
    );
  const rows = Number(texts[0]);
  if (texts.length !== 1 || !(rows >= 1))
    throw new RangeError(
      '--rows: expected a whole number, 1 or more, for a model of a single table.',
    );
  return { [ONLY]: rows };
}

function scaleFrom(text: string): number {
  const scale = Number(text);
  if (!(scale > 0 && Number.isFinite(scale)))
    throw new RangeError('--scale: expected a number above 0.');
  return scale;
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function requestFrom(values: Values, seed: bigint, isAlone: boolean): TablesRequest {
  const { scale, threads } = values;
  if (isAlone && scale !== undefined)
    throw refused('--scale applies only to models of linked tables.');
  if (!isAlone && threads !== undefined)
    throw refused('--threads applies only to models of a single table.');
  return {
    seed,
    rows: rowsFrom(values.rows ?? [], isAlone),
    given: givenFrom(values.given, isAlone),
    rebalance: rebalanceFrom(values.rebalance, isAlone),
    ...(scale !== undefined && { scale: scaleFrom(scale) }),
  };
}

/** `sandbox sample`: samples rows as CSV in the source's dialect. Deterministic per seed. */
export async function sampleCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  const { out } = values;
  if (path === undefined || more.length > 0) throw refused('Expected exactly one model file.');
  if (out === undefined)
    throw refused('--out: expected a file name, or a folder name for linked tables.');
  const seed = seedFrom(values.seed ?? '');
  const plain = isPlainFrom(values.dialect);
  if (values.rows?.some((rows) => !/^([\w-]+=)?[1-9]\d{0,9}$/.test(rows)))
    throw new RangeError('--rows: expected a whole number, 1 or more.');
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new AppError('not_found', `Cannot read ${path}.`, { cause });
  });
  const stored = tablesFromBytes(bytes, ONLY);
  const model = plain ? withoutDialects(stored) : stored;
  const request = requestFrom(values, seed, modelOfOne(model) !== null);
  const threads = threadsFrom(values.threads) ?? Math.min(MAX_THREADS, availableParallelism());
  return interruptible(async (signal) => {
    const files = await writeRows(model, { request, threads, out, signal });
    const isAlone = modelOfOne(model) !== null;
    await writeContents(isAlone ? contentsOf(out) : join(out, CONTENTS), {
      command: {
        name: 'sample',
        arguments: repeatableArguments(
          args.filter((arg) => arg !== path),
          ['--out', '--threads'],
        ),
      },
      engine: engineVersion,
      inputs: [{ role: 'model', path }],
      files,
    });
    return 0;
  });
}

const withoutDialects = (model: TablesModel): TablesModel => ({
  ...model,
  tables: model.tables.map((table) => ({ ...table, dialect: undefined })),
});

type Sampling = { request: TablesRequest; threads: number; signal: AbortSignal };

/** Yields the tables' rows as CSV parts; those of a single table are drawn by several threads. */
async function* drawParts(
  model: TablesModel,
  { request, threads, signal }: Sampling,
): AsyncGenerator<CsvPart & { name: string }, readonly Omitted[]> {
  const single = modelOfOne(model);
  const dialects = new Map(model.tables.map(({ name, dialect }) => [name, dialect]));
  if (single !== null && request.rebalance === undefined) {
    const { seed, rows, given } = request;
    const own = { rows: rows![ONLY]!, seed, given: given![ONLY] ?? {} };
    for await (const part of drawRows(single, { request: own, threads, signal }))
      yield { name: ONLY, ...part };
    return [];
  }
  const drawing = drawTables(model, { ...request, signal });
  for (;;) {
    const next = drawing.next();
    if (next.done) return next.value;
    const { name, table } = next.value;
    if (table.rows === 0) yield { name, bytes: new Uint8Array(0), rows: 0 };
    for (const part of csvParts(table, dialects.get(name))) {
      yield { name, ...part };
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
  }
}

type Output = { path: string; file: HashedFile; rows: number };

/** Writes the tables to files that get their names when all are complete; returns their paths. */
async function writeRows(
  model: TablesModel,
  { out, ...sampling }: Sampling & { out: string },
): Promise<string[]> {
  const single = modelOfOne(model);
  const outputs = new Map<string, Output>();
  const open = (name: string): Output => {
    if (single === null) mkdirSync(out, { recursive: true });
    const path = single === null ? join(out, `${name}.csv`) : out;
    const file = openHashedFile(path);
    const entry = model.tables.find((table) => table.name === name)!;
    const names = plansOf(entry).map(({ layout }) => layout.name);
    file.write(csvHeader(names, entry.dialect));
    outputs.set(name, { path, file, rows: 0 });
    return outputs.get(name)!;
  };
  let left: readonly Omitted[] = [];
  try {
    if (single !== null) open(ONLY);
    const parts = drawParts(model, sampling);
    const show = rowsProgress(sampling.request.rows?.[ONLY] ?? 0, 'rows');
    for (;;) {
      const next = await parts.next();
      if (next.done) {
        left = next.value;
        break;
      }
      const { name, bytes, rows } = next.value;
      const output = outputs.get(name) ?? open(name);
      output.file.write(bytes);
      output.rows += rows;
      if (single !== null) show(output.rows);
    }
    await yieldToEventLoop();
    sampling.signal.throwIfAborted();
  } catch (error) {
    for (const { file } of outputs.values()) file.discard();
    throw error;
  }
  const cost =
    single?.core.kind === 'private'
      ? `; epsilon ${single.core.guarantee.epsilon.toFixed(4)} was spent on the fit, sampling costs no more`
      : '';
  for (const { path, file, rows } of outputs.values())
    process.stdout.write(`${rows} rows in ${path}, SHA-256 ${file.close().sha256}${cost}\n`);
  for (const { relation, rows } of left)
    process.stdout.write(
      `${rows} rows of ${relation.child} dropped: ${relation.parent} has no unused rows for this 1:1 relation.\n`,
    );
  return [...outputs.values()].map(({ path }) => path);
}
