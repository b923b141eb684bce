import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fitCommand } from './fit.ts';
import { sampleCommand } from './sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'twin-headers-'));
const at = (name: string) => join(folder, name);
beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('columns of the same header come back under it, each with its own values', async () => {
  const header = 'Datum;Text;Betrag;Text;Datum';
  const rows = Array.from(
    { length: 300 },
    (_, i) =>
      `0${1 + (i % 9)}.03.2024;${i % 2 ? 'Kauf' : 'Miete'};${i % 50},25;${i % 3 ? 'Köln' : 'Bonn'};1${i % 9}.04.2024`,
  );
  writeFileSync(at('source.csv'), `${header}\n${rows.join('\n')}\n`);
  await fitCommand([at('source.csv'), '--out', at('m.model')]);
  await sampleCommand([at('m.model'), '--rows', '200', '--seed', '3', '--out', at('made.csv')]);
  const [first, ...drawn] = readFileSync(at('made.csv'), 'utf8').trimEnd().split('\n');
  expect(first).toBe(header);
  expect(drawn).toHaveLength(200);
  for (const row of drawn)
    expect(row).toMatch(/^0\d\.03\.2024;(Kauf|Miete);\d+,25;(Köln|Bonn);1\d\.04\.2024$/);
});
