import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodeOf } from '../../src/cli/evaluate-summary.ts';
import {
  type PrivacyReport,
  privacyReport,
  type QualityReport,
  qualityReport,
} from '../../src/engines/measure/index.ts';
import { formatTable } from '../../src/engines/table/format-table.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { type PlantedSet, plantedSets, type Sides } from './planted-sets.ts';

const main = fileURLToPath(new URL('../../src/cli/sandbox.mjs', import.meta.url));

type Judged = {
  privacy: PrivacyReport['verdict'];
  usefulness: NonNullable<QualityReport['usefulness']>['verdict'];
  copies: number;
  linkage: number;
  exit: number;
};

function judge({ train, holdout, synthetic }: Sides, target: string, seed: bigint): Judged {
  const quality = qualityReport(train, synthetic, {
    ...{ seed, target },
    ...(holdout !== null && { holdout }),
  });
  const privacy = privacyReport(train, { holdout, synthetic, options: { seed } });
  return {
    privacy: privacy.verdict,
    usefulness: quality.usefulness?.verdict ?? 'withheld',
    copies: privacy.copies.pValue ?? 1,
    linkage: privacy.linkage?.pValue ?? 1,
    exit: exitCodeOf([{ quality, privacy, relations: [] }]),
  };
}

function writeCsv(path: string, table: Table): string {
  const { names, textColumns } = formatTable(table);
  const lines = Array.from({ length: table.rows }, (_, row) =>
    textColumns.map((cells) => cells[row] ?? '').join(','),
  );
  writeFileSync(path, [names.join(','), ...lines, ''].join('\n'));
  return path;
}

/** Returns the exit code of `sandbox evaluate` on the files of a set. */
function commandExit({ train, holdout, synthetic }: Sides, target: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-verdicts-'));
  const sides = { real: train, synthetic, ...(holdout !== null && { holdout }) };
  const files = Object.entries(sides).flatMap(([name, table]) => [
    `--${name}`,
    writeCsv(join(folder, `${name}.csv`), table),
  ]);
  const args = [main, 'evaluate', ...files, '--target', target, '--json'];
  try {
    execFileSync(process.execPath, args, { stdio: 'pipe' });
    return 0;
  } catch (error) {
    return (error as { status: number | null }).status ?? -1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const TITLES = [
  'synthetic rows',
  'privacy: pass, withheld, fail',
  'copies p < .001',
  'linkage p <= .001',
  'p < .05',
  'usefulness: useful, limited, unfit',
  'exit 0, 3, 4',
  'named',
  'command exits',
];

/** Named: privacy failed, or the batch is not useful. */
const isNamed = ({ privacy, usefulness }: Judged) =>
  privacy === 'fail' || usefulness === 'limited' || usefulness === 'unfit';

function lineOf({ name, target, draw }: PlantedSet, seeds: number): string {
  const judged = Array.from({ length: seeds }, (_, i) =>
    judge(draw(BigInt(i + 1)), target, BigInt(i + 1)),
  );
  const count = (test: (judgement: Judged) => boolean) => judged.filter(test).length;
  const counts = <T>(values: readonly T[], of: (judgement: Judged) => T) =>
    values.map((value) => count((judgement) => of(judgement) === value)).join(', ');
  return [
    name,
    counts(['pass', 'withheld', 'fail'], ({ privacy }) => privacy),
    count(({ copies }) => copies < 0.001),
    count(({ linkage }) => linkage <= 0.001),
    count(({ linkage }) => linkage < 0.05),
    counts(['useful', 'limited', 'unfit'], ({ usefulness }) => usefulness),
    counts([0, 3, 4], ({ exit }) => exit),
    `${count(isNamed)}/${seeds}`,
    commandExit(draw(1n), target),
  ].join(' | ');
}

/**
 * Prints how often both verdicts name planted sets, and fresh rows: counts of draws, and the exit
 * code of `sandbox evaluate` on the files of the first draw.
 *
 * @param sets part of the names of the sets to judge
 */
export function benchVerdicts(
  data: string,
  { seeds, sets }: { seeds: number; sets: string },
): void {
  console.log(`\nverdicts on planted sets, ${seeds} draws each`);
  console.log(`| ${TITLES.join(' | ')} |\n|${'---|'.repeat(TITLES.length)}`);
  const chosen = plantedSets(data).filter(({ name }) => name.includes(sets));
  for (const set of chosen) console.log(`| ${lineOf(set, seeds)} |`);
}
