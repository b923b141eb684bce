import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bookTally, planOfBook, simulateBook } from '../books.ts';
import { encodeCsv } from '../rows/encode.ts';
import { chainLadder, developmentFactors } from './triangle.ts';

/** Taylor and Ashe (1983), as printed by Mack (ASTIN Bulletin 23, 1993); in thousands. */
const INCREMENTS = [
  [357848, 766940, 610542, 482940, 527326, 574398, 146342, 139950, 227229, 67948],
  [352118, 884021, 933894, 1183289, 445745, 320996, 527804, 266172, 425046],
  [290507, 1001799, 926219, 1016654, 750816, 146923, 495992, 280405],
  [310608, 1108250, 776189, 1562400, 272482, 352053, 206286],
  [443160, 693190, 991983, 769488, 504851, 470639],
  [396132, 937085, 847498, 805037, 705960],
  [440832, 847631, 1131398, 1063269],
  [359480, 1061648, 1443370],
  [376686, 986608],
  [344014],
];

test('reserve and standard error of the triangle of Taylor and Ashe are those that Mack printed', () => {
  const triangle = INCREMENTS.map((row) => {
    let sum = 0;
    return row.map((amount) => (sum += amount));
  });
  const { ultimate, standardError } = chainLadder(triangle);
  const reserve = ultimate.reduce((sum, amount, i) => sum + amount - triangle[i].at(-1)!, 0);
  expect(Math.round(reserve / 1000)).toBe(18_681);
  expect(Math.round(standardError / 1000)).toBe(2447);
  expect(developmentFactors(triangle)[0]).toBeCloseTo(3.4906, 4);
});

const PYTHON = process.env.CHAINLADDER_PYTHON ?? 'python3';
const hasChainladder = () => spawnSync(PYTHON, ['-c', 'import chainladder']).status === 0;

const SCRIPT = `
import sys, json, warnings
warnings.filterwarnings('ignore')
import numpy, pandas, chainladder
rows = pandas.read_csv(sys.argv[1])
rows = rows[rows['line'] == 'all']
rows['origin'] = pandas.to_datetime(rows['accident_year'].astype(str) + '-01-01')
rows['valuation'] = pandas.to_datetime((rows['accident_year'] + rows['development_months'] // 12 - 1).astype(str) + '-12-31')
triangle = chainladder.Triangle(rows, origin='origin', development='valuation', columns=['paid'], cumulative=True)
mack = chainladder.MackChainladder().fit(triangle)
ultimate = float(numpy.nansum(mack.ultimate_.values))
print(json.dumps([ultimate, float(numpy.ravel(mack.total_mack_std_err_)[0])]))
`;

/** Reads the triangle of a seed with chainladder; returns its distance to the known ultimate. */
function distanceOf(folder: string, seed: bigint): number {
  const request = { preset: 'motor-insurer', customers: 20_000, accounts: 90_000 } as const;
  const plan = planOfBook({ ...request, seed, transactions: 0 });
  const tally = bookTally(plan);
  for (const output of simulateBook(plan, plan.cells.keys())) tally.add(output);
  const { files, facts } = tally.report();
  const path = join(folder, 'triangle.csv');
  writeFileSync(path, encodeCsv(files.triangle, { header: true }));
  const read = execFileSync(PYTHON, ['-c', SCRIPT, path], { encoding: 'utf8' });
  const [ultimate, error] = JSON.parse(read) as [number, number];
  const years = facts.reserving as { ultimate: number }[];
  const known = years.reduce((sum, year) => sum + year.ultimate, 0) / 100;
  return (ultimate - known) / error;
}

test.runIf(process.env.TEST_LONG)(
  'chainladder (PyPI) reads the triangle; two standard errors hold the known ultimate in 18 of 20 seeds',
  ({ skip }) => {
    skip(!hasChainladder(), `${PYTHON} has no chainladder; name one by CHAINLADDER_PYTHON`);
    const folder = mkdtempSync(join(tmpdir(), 'triangle-'));
    const distances = Array.from({ length: 20 }, (_, i) => distanceOf(folder, BigInt(i + 1)));
    rmSync(folder, { recursive: true });
    const bracketed = distances.filter((distance) => Math.abs(distance) <= 2).length;
    process.stdout.write(
      `two standard errors hold the ultimate in ${bracketed} of 20 seeds; distances ${distances.map((distance) => distance.toFixed(1)).join(', ')}\n`,
    );
    expect(bracketed).toBeGreaterThanOrEqual(18);
  },
  1_800_000,
);
