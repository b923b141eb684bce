import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longTest } from '../../test/support/long-test.ts';
import { streamFor } from '../engines/random/stream.ts';
import { evaluateCommand } from './evaluate.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'evaluate-'));
const path = (name: string) => join(folder, name);

beforeAll(() => {
  for (const [at, name] of ['real.csv', 'holdout.csv', 'synthetic.csv'].entries()) {
    const stream = streamFor(5n, at, 0);
    const lines = Array.from({ length: 900 }, () => {
      const amount = 10 + stream.below(5000);
      const kind = ['card', 'transfer', 'cash'][stream.below(3)];
      return `${amount},${kind},${Math.round(amount * stream.float())},"${amount > 2500 ? 'large, yes' : 'no'}"`;
    });
    writeFileSync(path(name), `amount,kind,fee,large\n${lines.join('\n')}\n`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('prints one line of JSON with the scores of both reports', async () => {
  const args = ['--real', path('real.csv'), '--holdout', path('holdout.csv')];
  const { stdout, stderr } = await run(process.execPath, [
    main,
    'evaluate',
    ...args,
    '--synthetic',
    path('synthetic.csv'),
    '--target',
    'large',
    '--json',
  ]);
  expect(stderr).toBe('');
  const { usefulness, quality, privacy } = JSON.parse(stdout);
  expect(usefulness).toMatchObject({
    verdict: 'useful',
    reason: 'every measure is close to that of held-out real rows',
  });
  expect(quality.score).toBeGreaterThan(0.9);
  expect(quality.diagnostic).toBeGreaterThan(0.9);
  expect(quality.accuracy.univariate).toBeGreaterThan(0.9);
  expect(quality.tstr.synthetic).toBeGreaterThan(0.95);
  expect(privacy).toMatchObject({ assurance: 'A2', positiveControl: { detected: true } });
  expect(privacy.copies.pValue).toBeGreaterThan(0.001);
  expect(privacy.linkage).toMatchObject({ tested: 900, permutations: 4999 });
  expect(privacy.linkage.pValue).toBeGreaterThan(0.001);
  expect(privacy.attacks[0]).toMatchObject({ name: 'singling out', risk: expect.any(Number) });
});

it('ends with one clear line where a file is missing', async () => {
  const failed = run(process.execPath, [
    main,
    'evaluate',
    '--real',
    path('none.csv'),
    '--synthetic',
    path('synthetic.csv'),
  ]);
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: `sandbox evaluate: Cannot read ${path('none.csv')}.\n`,
  });
});

it('refuses files that take more memory than is allowed, with the size that fits', async () => {
  const args = ['--real', path('real.csv'), '--synthetic', path('synthetic.csv')];
  await expect(evaluateCommand([...args, '--memory', '480'])).rejects.toThrow(
    /measuring 900 rows of 4 columns needs about 481 MB; 480 MB are available\. .*Or raise --memory, in MB\.$/,
  );
});

longTest(
  'exits with 4 for a failed verdict, and prints the reports all the same',
  {
    timeout: 240_000,
  },
  async () => {
    const real = readFileSync(path('real.csv'), 'utf8');
    const [head, ...rows] = readFileSync(path('synthetic.csv'), 'utf8').trimEnd().split('\n');
    const written = {
      'copied.csv': real,
      'emptied.csv': [head, ...rows.map((row) => row.replace(/^\d+,/, ','))].join('\n'),
    };
    for (const [name, text] of Object.entries(written)) writeFileSync(path(name), text);
    const evaluate = (name: string) =>
      run(process.execPath, [
        ...[main, 'evaluate', '--real', path('real.csv'), '--holdout', path('holdout.csv')],
        ...['--synthetic', path(name), '--json'],
      ]).catch((error: { code: number; stdout: string }) => error);
    const copied = await evaluate('copied.csv');
    expect(copied).toMatchObject({ code: 4 });
    expect(JSON.parse(copied.stdout)).toMatchObject({
      usefulness: { verdict: 'useful' },
      privacy: { verdict: 'fail' },
    });
    const emptied = await evaluate('emptied.csv');
    expect(emptied).toMatchObject({ code: 4 });
    expect(JSON.parse(emptied.stdout)).toMatchObject({
      usefulness: { verdict: 'unfit', reason: 'amount is empty in 100% of rows, 0% in the file' },
      privacy: { verdict: 'pass' },
    });
  },
);

longTest(
  'separates the rows that a fit kept aside, by its model or by their file',
  {
    timeout: 240_000,
  },
  async () => {
    const cli = (...args: string[]) => run(process.execPath, [main, ...args]);
    const [model, kept, drawn] = [path('m.model'), path('kept.csv'), path('drawn.csv')];
    const real = path('real.csv');
    await cli('fit', real, '--holdout', '.4', '--holdout-out', kept, '--out', model);
    await cli('sample', model, '--rows', '700', '--seed', '1', '--out', drawn);
    const lines = (name: string) => readFileSync(name, 'utf8').trimEnd().split('\n');
    const [head, ...keptRows] = lines(kept);
    const [realHead, ...realRows] = lines(real);
    expect(head).toBe(realHead);
    expect(keptRows.every((row) => realRows.includes(row))).toBe(true);
    const evaluated = async (...args: string[]) => {
      const { stdout } = await cli('evaluate', ...args, '--synthetic', drawn, '--json').catch(
        (error) => error,
      );
      return JSON.parse(stdout);
    };
    const byModel = await evaluated('--model', model, '--real', real);
    expect(byModel.privacy).toMatchObject({ assurance: 'A2', next: null });
    writeFileSync(
      path('training.csv'),
      [realHead, ...realRows.filter((row) => !keptRows.includes(row))].join('\n'),
    );
    const byFile = await evaluated('--real', path('training.csv'), '--holdout', kept);
    expect(byFile).toEqual(byModel);
    const none = await evaluated('--real', real);
    expect(none.privacy).toMatchObject({ verdict: 'withheld', score: null });
    expect(none.privacy.next).toContain('sandbox fit FILE --holdout .15 --holdout-out KEPT');
  },
);

longTest(
  'refuses held-out rows that are among the real ones, and a model of other rows',
  {
    timeout: 240_000,
  },
  async () => {
    const evaluate = (...args: string[]) =>
      run(process.execPath, [main, 'evaluate', ...args, '--synthetic', path('synthetic.csv')]);
    const real = ['--real', path('real.csv')];
    await expect(evaluate(...real, '--holdout', path('real.csv'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /--holdout: (\d+) of \1 unique rows are also in --real, so they were not kept aside/,
      ),
    });
    await run(process.execPath, [main, 'fit', path('real.csv'), '--out', path('whole.model')]);
    writeFileSync(
      path('half.csv'),
      readFileSync(path('real.csv'), 'utf8').split('\n').slice(0, 400).join('\n'),
    );
    const half = ['--real', path('half.csv')];
    await expect(evaluate(...half, '--model', path('whole.model'))).rejects.toMatchObject({
      stderr: expect.stringContaining('--model: it was fitted on 900 rows, but --real has 399'),
    });
  },
);

/** Returns the output of an evaluation without a holdout, which exits with 3. */
async function withheld(evaluation: ReturnType<typeof run>): Promise<string> {
  const failed: { code?: number; stdout: string | Buffer } = await evaluation.catch(
    (error) => error,
  );
  expect(failed.code).toBe(3);
  return String(failed.stdout);
}

longTest('scores linked tables with their references, and names what is missing', async () => {
  const tables: Record<string, string[]> = { owner: ['id,region'], card: ['card_id,owner,kind'] };
  for (let i = 0; i < 300; i++) {
    tables.owner!.push(`O${i},${i % 3 === 0 ? 'north' : 'south'}`);
    for (let k = 0; k <= i % 2; k++) tables.card!.push(`K${i}${k},O${i},${['a', 'b'][k]}`);
  }
  for (const [name, lines] of Object.entries(tables))
    writeFileSync(path(`${name}.csv`), lines.join('\n'));
  writeFileSync(path('orphan.csv'), [...tables.card!, 'K9999,O9999,a'].join('\n'));
  const evaluate = (...args: string[]) =>
    run(process.execPath, [main, 'evaluate', ...args, '--relation', 'card.owner=owner.id']);
  const real = ['--real', `owner=${path('owner.csv')}`, '--real', `card=${path('card.csv')}`];
  const owner = ['--synthetic', `owner=${path('owner.csv')}`];
  const all = [...real, ...owner, '--synthetic', `card=${path('orphan.csv')}`];
  const stdout = await withheld(evaluate(...all, '--json'));
  const summary = JSON.parse(stdout).tables;
  expect(Object.keys(summary)).toEqual(['owner', 'card']);
  expect(summary.owner.relations).toEqual([]);
  expect(summary.card.relations).toMatchObject([
    { column: 'owner', parent: 'owner', orphans: { real: 0, synthetic: 1 } },
  ]);
  expect(summary.card.relations[0].cardinality).toBeGreaterThan(0.99);
  const text = await withheld(evaluate(...all));
  expect(text).toMatch(/^ {2}owner -> owner\.id: 1 orphans \(real 0\)/m);
  await expect(evaluate(...real, ...owner)).rejects.toMatchObject({
    stderr: 'sandbox evaluate: --synthetic: expected a file for table card.\n',
  });
  await expect(evaluate(...all, '--target', 'card.nothing')).rejects.toMatchObject({
    stderr: 'sandbox evaluate: Column card.nothing not found.\n',
  });
});
