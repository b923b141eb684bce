import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import {
  analyze,
  COLUMN_ROLES,
  type ColumnRoles,
  type DetectorName,
  guessRoles,
  type Role,
  readDecisions,
  readLabels,
  rolesOf,
} from '../engines/detect/index.ts';
import { DAY } from '../engines/table/datetime-form.ts';
import type { Table } from '../engines/table/table.ts';
import { MAX_PATTERN_DAYS } from '../shared/limits.ts';
import { linesOf, summaryOf } from './detect-summary.ts';
import { readTable } from './read-table.ts';
import { columnFrom, refused, seedFrom } from './terminal/arguments.ts';
import { printSummary } from './terminal/print-summary.ts';
import { stageProgress } from './terminal/progress.ts';

const options = {
  map: { type: 'string', multiple: true },
  ignore: { type: 'string', multiple: true },
  form: { type: 'string', multiple: true },
  label: { type: 'string' },
  capacity: { type: 'string' },
  window: { type: 'string' },
  confirmed: { type: 'string' },
  labels: { type: 'string' },
  out: { type: 'string' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

const isRole = (word: string): word is Role => (COLUMN_ROLES as readonly string[]).includes(word);

function mapped(pairs: readonly string[] | undefined, table: Table): ColumnRoles {
  const roles: ColumnRoles = {};
  for (const pair of (pairs ?? []).flatMap((list) => list.split(','))) {
    const at = pair.indexOf('=');
    const role = pair.slice(0, at);
    if (at < 1 || !isRole(role)) {
      throw refused(
        `--map: expected role=COLUMN, where role is one of ${COLUMN_ROLES.join(', ')}.`,
      );
    }
    roles[role] = columnFrom(pair.slice(at + 1), table);
  }
  return roles;
}

function confirmedIn(name: string, table: Table): Uint8Array {
  const column = table.columns.find((one) => one.name === name);
  const labels = column === undefined ? null : readLabels(column);
  if (labels === null) throw refused(`--confirmed: expected a boolean column; ${name} is not.`);
  return Uint8Array.from(labels, (label) => (label === 1 ? 1 : 0));
}

const STAGES: Record<string, DetectorName> = {
  tails: 'ecod',
  copulas: 'copod',
  forest: 'isolation-forest',
  neighbors: 'neighbors',
  histograms: 'hbos',
};

function stopwatch() {
  const seconds = new Map<string, number>();
  let stage: string | null = null;
  let since = performance.now();
  const show = stageProgress();
  return {
    seconds: (name: DetectorName) =>
      [...seconds].reduce((sum, [key, value]) => sum + (STAGES[key] === name ? value : 0), 0),
    progress: (next: string) => {
      const now = performance.now();
      if (stage !== null) seconds.set(stage, (seconds.get(stage) ?? 0) + (now - since) / 1000);
      show(next);
      stage = next;
      since = now;
    },
    end: () => show('done'),
  };
}

async function writeScores(path: string, scores: Float64Array): Promise<void> {
  function* lines() {
    yield 'row,score\n';
    for (let row = 0; row < scores.length; row++) yield `${row},${scores[row]}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

export async function detectCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.labels !== undefined && values.confirmed !== undefined) {
    throw refused(
      '--labels and --confirmed exclude each other: --labels names confirmed rows too.',
    );
  }
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw refused('Expected exactly one input file.');
  const seed = seedFrom(values.seed);
  if (values.capacity !== undefined && !/^[1-9]\d{0,8}$/.test(values.capacity)) {
    throw new RangeError('--capacity: expected a whole number of rows, 1 or more.');
  }
  const days = Number(values.window ?? 1);
  if (!Number.isInteger(days) || days < 1 || days > MAX_PATTERN_DAYS) {
    throw new RangeError(
      `--window: expected a whole number of days from 1 to ${MAX_PATTERN_DAYS}.`,
    );
  }
  const table = await readTable(path, { forms: values.form });
  const ignore = (values.ignore ?? [])
    .flatMap((list) => list.split(','))
    .map((name) => columnFrom(name, table));
  const roles = mapped(values.map, table);
  if (values.label !== undefined) roles.label = columnFrom(values.label, table);
  process.stderr.write(
    `detected roles: ${
      Object.entries(guessRoles(table))
        .map(([role, column]) => `${role}=${column}`)
        .join(', ') || 'none'
    }\n`,
  );
  const confirmed =
    values.confirmed === undefined ? null : confirmedIn(columnFrom(values.confirmed, table), table);
  const decisions =
    values.labels === undefined
      ? null
      : readDecisions(table, rolesOf(table, { roles, ignore }), await readTable(values.labels));
  const watch = stopwatch();
  const analysis = analyze(table, {
    seed,
    roles,
    ignore,
    ...(values.capacity !== undefined && {
      threshold: { method: 'capacity', rows: Number(values.capacity) },
    }),
    ...(values.window !== undefined && { patterns: { window: days * DAY } }),
    ...(confirmed !== null && { confirmed }),
    ...(decisions !== null && { decisions }),
    progress: watch.progress,
  });
  watch.end();
  const summary = summaryOf(analysis, watch.seconds);
  if (values.out !== undefined) await writeScores(values.out, analysis.scores);
  printSummary(summary, values.json, linesOf);
  return 0;
}
