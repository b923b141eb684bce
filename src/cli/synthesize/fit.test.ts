import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { streamFor } from '../../engines/random/stream.ts';
import { ingestCommand } from '../ingest/ingest.ts';
import { fitCommand } from './fit.ts';
import { sampleCommand } from './sample.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const printed: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fit-'));
  const stream = streamFor(2n, 0, 0);
  const lines = ['customer_id;channel;amount;on'];
  for (let i = 0; i < 3000; i++) {
    const card = stream.below(2) === 0;
    // European number format.
    const amount = card ? 5 + stream.below(40) : 1200 + stream.below(800);
    const cents = String(stream.below(100)).padStart(2, '0');
    const text =
      amount > 999
        ? `${Math.floor(amount / 1000)}.${String(amount % 1000).padStart(3, '0')}`
        : amount;
    lines.push(
      `P${10_000 + (i >> 1)};${card ? 'card' : 'transfer'};"${text},${cents}";0${1 + stream.below(9)}.03.2024`,
    );
  }
  writeFileSync(at('bank.csv'), lines.join('\n'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});
afterEach(() => printed.splice(0));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fit = (...more: string[]) => fitCommand([at('bank.csv'), ...more]);
const linesOf = (name: string) => readFileSync(at(name), 'utf8').trimEnd().split('\n');

test('a file is learned, and the same seed samples the same bytes', async () => {
  expect(await fit('--out', at('m.model'), '--json')).toBe(0);
  const summary = JSON.parse(printed[0]!);
  expect(summary).toMatchObject({
    mode: 'balanced',
    rows: 3000,
    columns: { customer_id: 'reference', channel: 'feature', amount: 'feature', on: 'feature' },
  });
  const draw = (name: string, ...more: string[]) =>
    sampleCommand([at('m.model'), '--rows', '2000', '--seed', '5', '--out', at(name), ...more]);
  expect(await draw('a.csv')).toBe(0);
  await draw('b.csv');
  expect(readFileSync(at('a.csv'))).toEqual(readFileSync(at('b.csv')));
  const lines = linesOf('a.csv');
  expect(lines[0]).toBe('customer_id;channel;amount;on');
  expect(lines.length).toBe(2001);
  // Amounts and dates keep the file's format.
  const row = /^P\d{5};(\w+);"((?:\d\.)?\d{1,3},\d\d)";0\d\.03\.2024$/;
  const wrong = lines.slice(1).filter((line) => {
    const [, channel, amount = ''] = row.exec(line) ?? [];
    return (channel === 'card') !== Number(amount.replace('.', '').replace(',', '.')) < 100;
  });
  // One of the 63 bins spans both kinds of amount, so about 1 % of rows get the other kind.
  expect(wrong.length).toBeLessThan(40);
  for (const line of lines.slice(1, 50)) expect(line).toMatch(row);
  await draw('c.csv', '--given', 'channel=card');
  expect(
    linesOf('c.csv')
      .slice(1)
      .every((line) => line.split(';')[1] === 'card'),
  ).toBe(true);
});

longTest('with an epsilon the model carries its guarantee, and its rows stay secret', async () => {
  await fit('--out', at('p.model'), '--epsilon', '3', '--unit', 'customer_id', '--json');
  const summary = JSON.parse(printed[0]!);
  expect(summary).toMatchObject({
    mode: 'private',
    rows: null,
    guarantee: { unit: 'customer_id' },
  });
  expect(summary.guarantee.epsilon).toBeLessThanOrEqual(3);
  expect(summary.guarantee.mechanism).toBe('MST');
  await fit(
    '--out',
    at('a.model'),
    '--epsilon',
    '3',
    '--unit',
    'customer_id',
    '--mechanism',
    'aim',
  );
  expect(printed.pop()).toContain('AIM, epsilon ');
  await sampleCommand([at('p.model'), '--rows', '10', '--seed', '1', '--out', at('p.csv')]);
  expect(printed[1]).toContain('sampling costs no more');
  await expect(
    fit('--out', at('q.model'), '--epsilon', '11', '--unit', 'customer_id'),
  ).rejects.toThrow('at most 10');
});

test('a held share is not learned from, whole persons at a time; roles can be set', async () => {
  await fit('--out', at('h.model'), '--holdout', '0.5', '--unit', 'customer_id', '--json');
  expect(JSON.parse(printed[0]!).rows % 2).toBe(0);
  expect(Math.abs(JSON.parse(printed[0]!).rows - 1500)).toBeLessThan(200);
  await fit('--out', at('r.model'), '--role', 'channel=text', '--mode', 'cautious', '--json');
  expect(JSON.parse(printed[1]!).columns.channel).toBe('text');
});

test('a recipe sets kinds and forms, which arguments override', async () => {
  const path = at('dates.csv');
  const rows = Array.from(
    { length: 60 },
    (_, i) => `0${1 + (i % 9)}/0${1 + (i % 7)}/2024,${i % 4}`,
  );
  writeFileSync(path, `opened,class\n${rows.join('\n')}\n`);
  await ingestCommand([path, '--form', 'opened=MM/DD/YYYY', '--out', at('us'), '--json']);
  const { sha256: _, ...recipe } = JSON.parse(readFileSync(at('us/recipe.json'), 'utf8'));
  recipe.columns[1].kind = 'leave-out';
  writeFileSync(at('recipe.json'), JSON.stringify(recipe));
  await expect(fitCommand([path, '--out', at('d.model')])).rejects.toThrow('--form');
  await fitCommand([path, '--recipe', at('recipe.json'), '--out', at('d.model'), '--json']);
  expect(JSON.parse(printed.at(-1)!).columns.class).toBe('ignored');
  const more = ['--role', 'class=category', '--json'];
  await fitCommand([path, '--recipe', at('recipe.json'), '--out', at('d.model'), ...more]);
  expect(JSON.parse(printed.at(-1)!).columns.class).toBe('feature');
});

test('wrong arguments and files that are no model are refused in one line', async () => {
  await expect(fit()).rejects.toThrow('--out');
  await expect(fit('--out', at('x'), '--mode', 'best')).rejects.toThrow('--mode: expected one of');
  await expect(fit('--out', at('x'), '--mode', 'cautious', '--epsilon', '1')).rejects.toThrow(
    'mutually exclusive',
  );
  await expect(fit('--out', at('x'), '--mechanism', 'aim')).rejects.toThrow('requires --epsilon');
  await expect(fit('--out', at('x'), '--epsilon', '1', '--mechanism', 'x')).rejects.toThrow(
    'mst or',
  );
  await expect(fit('--out', at('x'), '--role', 'channel=pet')).rejects.toThrow(
    'where ROLE is one of',
  );
  await expect(fit('--out', at('x'), '--role', 'pet=key')).rejects.toThrow('no column pet');
  await expect(fit('--out', at('x'), '--holdout', '1')).rejects.toThrow('--holdout');
  await expect(fit('--out', at('x'), '--holdout-out', at('k'))).rejects.toThrow(
    '--holdout-out requires --holdout.',
  );
  await expect(fitCommand([at('none.csv'), '--out', at('x')])).rejects.toThrow('Cannot read');
  const draw = (...more: string[]) => sampleCommand([...more, '--seed', '1', '--out', at('y.csv')]);
  await expect(draw(at('bank.csv'), '--rows', '5')).rejects.toThrow('not a model');
  await expect(draw(at('none'), '--rows', '5')).rejects.toThrow('Cannot read');
  await expect(draw(at('bank.csv'), '--rows', '0')).rejects.toThrow('--rows');
});

longTest('a table that this process could not hold is refused before it is read', () => {
  const names = Array.from({ length: 30 }, (_, i) => `c${i}`);
  const row = names.map((_, i) => i % 10).join(',');
  const path = at('wide.csv');
  writeFileSync(path, `${names.join(',')}\n${`${row}\n`.repeat(80_000)}`);
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const run = spawnSync(
    process.execPath,
    [
      '--max-old-space-size=64',
      '--max-semi-space-size=1',
      main,
      'fit',
      path,
      '--out',
      at('wide.model'),
    ],
    { encoding: 'utf8' },
  );
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/about \d+ MB of memory for 80000 rows of 30 columns/);
  expect(run.stderr.trimEnd().split('\n').length).toBe(1);
});

const PROGRAM = `const first = load('first');
const second = load('second');

const [name, ...rest] = process.argv.slice(2);
const chosen = first[name ?? ''];

if (chosen === undefined) {
  const list = Object.keys(first).map((key) => second(key));
  process.stderr.write(list.join(' '));
  process.exit(rest.length === 0 ? 0 : 2);
}
process.exitCode = await chosen(rest);
`;

test.each([
  ['notes.md', '# Notes\n\nSome words.\n- an item\n- another, with a comma\n- a third\n'],
  ['main.ts', `#!/usr/bin/env node\n${PROGRAM}`],
  ['lib.ts', PROGRAM],
])('%s is not a table', async (name, text) => {
  writeFileSync(at(name), text);
  await expect(fitCommand([at(name), '--out', at('none.sbm')])).rejects.toThrow(
    new RegExp(`${name} is not a table: `),
  );
});

test('a JSON document that is no array of objects is refused with its name', async () => {
  writeFileSync(at('numbers.json'), '[1, 2, 3]\n');
  await expect(fitCommand([at('numbers.json'), '--out', at('none.sbm')])).rejects.toThrow(
    /numbers\.json: Line 1: expected an array of objects/,
  );
});

test('a table of one column whose values repeat is learned', async () => {
  const cities = Array.from({ length: 200 }, (_, i) => ['Bremen', 'Berlin', 'Bonn'][i % 3]);
  writeFileSync(at('cities.csv'), ['city', ...cities].join('\n'));
  expect(await fitCommand([at('cities.csv'), '--out', at('cities.sbm')])).toBe(0);
});
