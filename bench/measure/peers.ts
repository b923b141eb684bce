import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { privacyReport, qualityReport } from '../../src/engines/measure/index.ts';
import { readLike, readTable } from '../synthesize/read-table.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./peers.py', import.meta.url));

type Line = {
  name: string;
  value: number;
  low: number | null;
  high: number | null;
  seconds: number;
};
type Own = { value: number | null; low?: number; high?: number };

export async function comparePeers(data: string): Promise<void> {
  const folder = `${data}tabular/adult/`;
  const paths = ['trn', 'val', 'mostly'].map((name) => `${folder}${name}.csv.gz`);
  if (!existsSync(folder)) {
    console.log(`peers: no data at ${folder}, skipped`);
    return;
  }
  const python = process.env.PYTHON ?? 'python3';
  const answer = await run(python, [script, ...paths], { maxBuffer: 1e8 }).catch((error: Error) => {
    console.log(`peers: ${python} cannot run them: ${error.message.trim().split('\n').at(-1)}`);
    return null;
  });
  if (answer === null) return;
  const lines = answer.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  if (lines.length === 0) {
    console.log(`peers: ${python} has neither sdmetrics nor anonymeter`);
    return;
  }
  const train = readTable(paths[0]!);
  const holdout = readLike(paths[1]!, train);
  const synthetic = readLike(paths[2]!, train);
  const began = performance.now();
  const q = qualityReport(train, synthetic, { seed: 1n });
  const measured = performance.now();
  const p = privacyReport(train, { holdout, synthetic, options: { seed: 1n } });
  const risk = (name: string): Own => {
    const match = p.attacks.find((attack) => attack.name === name);
    return match === undefined ? { value: null } : { ...match, value: match.risk };
  };
  const own: Record<string, Own> = {
    'sdmetrics score': { value: q.score },
    'sdmetrics Column Shapes': { value: q.columnShapes },
    'sdmetrics Column Pair Trends': { value: q.columnPairTrends },
    'sdmetrics Diagnostic': { value: q.diagnostic.score },
    'anonymeter linkability': risk('linkability'),
    'anonymeter singling out, multivariate': risk('singling out'),
    'anonymeter inference of hours-per-week': risk('inference of hours-per-week'),
  };
  const shown = ({ value, low, high }: Own | Line) => {
    if (value === null) return '-';
    const interval =
      low === undefined || low === null ? '' : ` [${low.toFixed(4)}, ${high!.toFixed(4)}]`;
    return `${value.toFixed(interval === '' ? 9 : 4)}${interval}`;
  };
  console.log(
    `\npeers on adult, ${synthetic.rows} rows of mostly; risks with their 95 % intervals`,
  );
  for (const line of lines) {
    const ours = shown(own[line.name] ?? { value: null });
    console.log(
      `${line.name.padEnd(40)} ${shown(line).padEnd(26)} (${line.seconds.toFixed(1)} s)  ours ${ours}`,
    );
  }
  const times = [measured - began, performance.now() - measured].map((ms) =>
    (ms / 1000).toFixed(1),
  );
  console.log(
    `ours: quality with accuracies and discriminator ${times[0]} s, privacy ${times[1]} s`,
  );
}
