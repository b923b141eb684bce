import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', 'src');
const FOLDERS = ['platform', 'product', 'engines', 'shared', 'cli'];
/** Quadratic expressions need 400 million steps for this many repetitions, linear ones 20,000. */
const REPETITIONS = 20_000;
const MAX_MS = 120;

type Found = { file: string; source: string; flags: string };

/** Expressions of input that is bounded elsewhere, or comes from the operator alone. */
const BOUNDED: Record<string, string> = {
  'shared/layouts/pattern-tokens.ts': 'layouts have at most 100 characters',
  'engines/synthesize/rules/column-orders.ts': 'layouts have at most 100 characters',
  'platform/auth/routes/admin/ban-seconds.ts': 'durations have at most 100 characters',
  'platform/storage/incoming-file.ts': 'headers have at most 1,000 characters',
  'platform/database/migration-files.ts': 'migrations of this product',
  'engines/detect/explain/words.ts': 'digits of one number',
  'platform/database/embedded/upgrade/old-programs.ts': 'output of pg_ctl on this machine',
};

/** Matches lines that may have a quantified expression; few files have one, and parsing is slow. */
const CANDIDATE = /\/[^*/].*[*+}].*\//;

function expressionsIn(file: string): Found[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (!text.split('\n').some((line) => CANDIDATE.test(line))) return [];
  const findings: Found[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) findings.push({ file, source: regex.pattern, flags: regex.flags });
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseSync(file, text).program);
  return findings;
}

const expressions = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
    .flatMap((name) => expressionsIn(join(folder, name))),
).filter(({ source }) => /[*+]|\{\d+,/.test(source));

const CHARACTERS = [
  ...'0aAzZ9 \t\n/\\[({<"\'.,:;-_#@*=x%+&|$\u00e9\ufffd\u0000',
  '\\(',
  '""',
  '.:',
  'a.',
  '0,',
  '0.',
  'a0',
  '\\a',
  ', ',
  '\r\n',
];

/** Repeated parts of hostile input: single characters, and the words that the expression names. */
const pumpsOf = (source: string): string[] => {
  const words = source
    .replaceAll(/\\s/g, ' ')
    .replaceAll(/\\d/g, '0')
    .replaceAll(/\\(.)/g, '$1')
    .match(/[\p{L}\d<>?=:" -]{2,}/gu);
  return [...CHARACTERS, ...(words ?? [])];
};

/** Returns the longest time of an expression over inputs that begin as it demands and never match. */
function worstTime({ source, flags }: Found): { ms: number; pump: string } {
  const worst = { ms: 0, pump: '' };
  const expression = new RegExp(source, flags);
  const pumps = pumpsOf(source);
  const starts = ['', ...new Set(pumps.filter((pump) => /^[\p{L}<\\"'[({:0-]/u.test(pump)))].slice(
    0,
    8,
  );
  for (const pump of pumps) {
    const body = pump.repeat(Math.ceil(REPETITIONS / pump.length));
    for (const start of starts) {
      const text = `${start}${body}\u0000!`;
      const begun = process.cpuUsage();
      text.replace(expression, '');
      const { user, system } = process.cpuUsage(begun);
      const ms = (user + system) / 1000;
      if (ms > worst.ms) Object.assign(worst, { ms, pump });
      if (ms > MAX_MS) return worst;
    }
  }
  return worst;
}

test('every regular expression is linear in foreign text, or its input is bounded', () => {
  expect(expressions.length).toBeGreaterThan(150);
  const foreign = expressions.filter(({ file }) => !(file in BOUNDED));
  const distinct = new Map(foreign.map((found) => [`/${found.source}/${found.flags}`, found]));
  const slow = [...distinct.values()]
    .map((found) => ({ ...found, ...worstTime(found) }))
    .filter(({ ms }) => ms > MAX_MS)
    .map(({ file, source, pump }) => `${file}: /${source}/ on repeated ${JSON.stringify(pump)}`);
  expect(slow).toEqual([]);
});

test.each([/0+$/, /\((?:\\.|[^()\\])*\)/g, /\[[^\]]*\]/g])(
  'quadratic %s is found',
  ({ source, flags }) => {
    expect(worstTime({ file: '', source, flags }).ms).toBeGreaterThan(MAX_MS);
  },
);
