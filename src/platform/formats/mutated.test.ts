import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BANK_FORMATS, type BankFormat } from '../../shared/bank-formats.ts';
import { AppError } from '../../shared/errors.ts';
import { EXAMPLES } from './examples.fixture.ts';
import { readStatements } from './read-statements.ts';
import { sniffFormat } from './sniff.ts';

const REFUSALS = ['validation_failed', 'unsupported_type', 'too_large'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutated-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Change = { at: number; length: number; kind: number; bytes: Uint8Array };

const change = fc.record<Change>({
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  length: fc.nat({ max: 40 }),
  kind: fc.nat({ max: 3 }),
  bytes: fc.uint8Array({ maxLength: 12 }),
});

function mutated(file: Buffer, { at, length, kind, bytes }: Change): Buffer {
  const from = Math.floor(at * file.length);
  const [before, part, after] = [
    file.subarray(0, from),
    file.subarray(from, from + length),
    file.subarray(from + length),
  ];
  const middle = [[], [part, part], [bytes], [bytes, part]][kind]!;
  return Buffer.concat([before, ...middle, after]);
}

async function read(bytes: Buffer, format: BankFormat): Promise<void> {
  const path = join(folder, format);
  await writeFile(path, bytes);
  const sniffed = sniffFormat(bytes) ?? { format, version: null };
  const options = { target: `${path}.rows`, workPath: `${path}.utf8`, sniffed };
  try {
    const { rows, facts } = await readStatements(path, options);
    expect(rows).toBe(facts.entries);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(REFUSALS).toContain(error.code);
  }
}

test.each(BANK_FORMATS)(
  'a changed file of %s is read or refused, and nothing else',
  async (format) => {
    const file = Buffer.from(EXAMPLES[format]);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const started = performance.now();
        await read(changes.reduce(mutated, file), format);
        if (process.env.TEST_LONG) expect(performance.now() - started).toBeLessThan(5000);
      }),
      { numRuns: process.env.TEST_LONG ? 10_000 : 25 },
    );
  },
  process.env.TEST_LONG ? 600_000 : 60_000,
);
