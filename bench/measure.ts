import { privacyReport, qualityReport } from '../src/engines/measure/index.ts';
import { streamFor } from '../src/engines/random/stream.ts';
import { fit, type SynthesisMode, sample } from '../src/engines/synthesize/index.ts';
import type { Column, Table } from '../src/engines/table/table.ts';
import { benchFreshScores } from './measure/fresh-scores.ts';
import { comparePeers } from './measure/peers.ts';
import { benchSmallFiles } from './measure/small-files.ts';
import { benchVerdicts } from './measure/verdicts.ts';
import { processorClock } from './processor-clock.ts';
import { DATA, openSet } from './synthesize/stored-tables.ts';

/**
 * Runs every measure over stored outputs of other systems and our own, and times measuring.
 * `node bench/measure.ts [--quick] [--peers] [--only adult|credit-default|verdicts|fresh|small-files|speed|peers] [--seeds 20] [--sets NAME]`: quick skips the attacks,
 * peers runs sdmetrics and anonymeter over the same files if `python3` (or $PYTHON) has them.
 */
const MODES: SynthesisMode[] = ['fidelity', 'balanced', 'cautious'];
const SEED = 1n;
/** Files of each size and leak: 800 in all, 200 of them of fresh rows. */
const FILES = 50;

const flag = (name: string) => process.argv.includes(`--${name}`);
const at = process.argv.indexOf('--only');
const only = at < 0 ? null : (process.argv[at + 1] ?? null);
const seedsAt = process.argv.indexOf('--seeds');
const seeds = seedsAt < 0 ? 20 : Number(process.argv[seedsAt + 1]);

const f = (value: number | null | undefined, digits = 3) =>
  (value === null || value === undefined ? '-' : value.toFixed(digits)).padStart(digits + 3);

function measure(name: string, train: Table, holdout: Table, synthetic: Table): void {
  const began = performance.now();
  const q = qualityReport(train, synthetic, { seed: SEED, holdout });
  const measured = performance.now();
  const { univariate, bivariate, trivariate } = q.accuracy;
  const pairwise = univariate === null || bivariate === null ? null : (univariate + bivariate) / 2;
  const line = [
    name.padEnd(32),
    f(q.score),
    f(q.scoreWithoutThresholds),
    f(pairwise),
    f(trivariate),
    f(q.scoreOverRealRange),
    f(q.discriminatorAuc),
    f(q.discriminatorAucHeldOut),
    f(q.tstr?.synthetic),
  ];
  if (!flag('quick')) {
    const p = privacyReport(train, { holdout, synthetic, options: { seed: SEED } });
    const worst = [...p.attacks].sort((a, b) => b.upper - a.upper)[0];
    line.push(
      f(p.distances?.dcrShare),
      `${p.copies.train}/${p.copies.holdout}`.padStart(9),
      String(p.score ?? '-').padStart(8),
      `  ${worst?.name ?? ''} ${f(worst?.upper)}`,
      `  ${((performance.now() - measured) / 1000).toFixed(1)} s`,
    );
  }
  line.push(`  ${((measured - began) / 1000).toFixed(1)} s`);
  console.log(line.join(' '));
}

function measureSet(set: string): void {
  const stored = openSet(set);
  if (stored === null) return;
  const { train, holdout } = stored;
  console.log(
    `${''.padEnd(32)}   Qnew   Qold    acc   tri3   C2ST   TSTR${flag('quick') ? '' : '    DCR    copies privacy   worst attack, limit'}`,
  );
  measure('real holdout', train, holdout, holdout);
  for (const { name, table } of stored.others()) measure(name, train, holdout, table);
  for (const mode of MODES) {
    const synthetic = sample(fit(train, { mode, seed: SEED }), { rows: train.rows, seed: 2n });
    measure(`this sandbox, ${mode}`, train, holdout, synthetic);
  }
}

/** Correlated numbers and categories of various frequencies, for timing a report. */
function wide(rows: number, columns: number, seed: bigint): Table {
  const stream = streamFor(seed, 0, 0);
  const base = Float64Array.from({ length: rows }, () => stream.float());
  const wideColumns = Array.from({ length: columns }, (_, c): Column => {
    const name = `c${c}`;
    if (c % 5 < 3) {
      const values = base.map((x) => Math.round((x + stream.float()) * 1e5) / 100);
      return { kind: 'number', name, decimals: 2, values };
    }
    const size = 3 + 4 * c;
    const codes = Int32Array.from({ length: rows }, () => Math.floor(stream.float() ** 2 * size));
    const dictionary = Array.from({ length: size }, (_, i) => `word ${i}`);
    return { kind: 'category', name, dictionary, codes };
  });
  return { rows, columns: wideColumns };
}

/** Returns the seconds to sort a copy of every column of some tables with the engine's sort. */
function plainSort(tables: readonly Table[]): number {
  const began = processorClock();
  for (const { columns } of tables) {
    for (const column of columns) {
      const values: Float64Array | Int32Array =
        column.kind === 'category' ? column.codes : column.values;
      values.slice().sort();
    }
  }
  return (processorClock() - began) / 1000;
}

function measureSpeed(): void {
  const [real, synthetic] = [wide(1_000_000, 20, 1n), wide(1_000_000, 20, 2n)];
  const sort = plainSort([real, synthetic]);
  const stages: string[] = [];
  let stage = '';
  let since = processorClock();
  const began = since;
  const wall = performance.now();
  const progress = (next: string) => {
    if (next === stage) return;
    const now = processorClock();
    if (stage !== '') stages.push(`${stage} ${((now - since) / 1000).toFixed(2)}`);
    stage = next;
    since = now;
  };
  qualityReport(real, synthetic, { seed: SEED, progress });
  const seconds = (processorClock() - began) / 1000;
  const passed = ((performance.now() - wall) / 1000).toFixed(2);
  console.log(
    `\nquality of 1,000,000 x 20, all rows: ${passed} s, processor time ${seconds.toFixed(2)} s (${stages.join(', ')}), ` +
      `${(seconds / sort).toFixed(2)} of a plain sort of every column (${sort.toFixed(2)} s)`,
  );
}

for (const set of ['adult', 'credit-default']) {
  if (only === null || only === set) measureSet(set);
}
if (only === null || only === 'verdicts') {
  const setsAt = process.argv.indexOf('--sets');
  benchVerdicts(DATA, { seeds, sets: setsAt < 0 ? '' : process.argv[setsAt + 1]! });
}
if (only === null || only === 'fresh') benchFreshScores(seeds);
if (only === null || only === 'small-files') benchSmallFiles(FILES);
if (only === null || only === 'speed') measureSpeed();
if (flag('peers')) await comparePeers(DATA);
