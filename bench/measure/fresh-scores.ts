import { type PrivacyReport, privacyReport } from '../../src/engines/measure/index.ts';
import { threeParts } from '../../src/engines/measure/privacy/planted.fixture.ts';
import { pointsOf } from '../../src/engines/measure/privacy/score.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 1;

/** Earlier score: points of the largest upper limit, at most 85. */
const byUpperLimit = ({ attacks }: PrivacyReport) =>
  Math.floor(Math.min(85, ...attacks.map(({ upper }) => pointsOf(upper))));

/** Prints the privacy score and verdict of fresh rows, by the number of rows. */
export function benchFreshScores(seeds: number): void {
  const all = customers(150_000);
  console.log(`\nfresh rows of a simulated population of twelve columns, ${seeds} seeds`);
  console.log(
    '| rows | score: minimum, median, maximum | by upper limits | verdicts | inconclusive |\n|---|---|---|---|---|',
  );
  for (const rows of [2000, 5000, 10_000, 20_000, 50_000]) {
    const counts = Array.from({ length: seeds }, (_, i) => {
      const [train, holdout, synthetic] = threeParts(all, rows, streamFor(BigInt(i + 1), 0, 99));
      return privacyReport(train, { holdout, synthetic, options: { seed: 1n } });
    });
    const range = (list: readonly number[]) =>
      `${Math.min(...list)} ${median(list)} ${Math.max(...list)}`;
    const open = counts.filter(({ attacks }) => attacks.some(({ upper }) => upper > 0.09)).length;
    const verdicts = Array.from(new Set(counts.map(({ verdict }) => verdict)))
      .map((verdict) => `${counts.filter((one) => one.verdict === verdict).length} ${verdict}`)
      .join(', ');
    console.log(
      `| ${rows} | ${range(counts.map(({ score }) => score ?? -1))} | ${range(counts.map(byUpperLimit))} | ${verdicts} | ${open}/${seeds} |`,
    );
  }
}

/** Customers whose twelve columns depend on their region. */
function customers(rows: number): Table {
  const stream = streamFor(11n, 0, 0);
  const regions = Int32Array.from({ length: rows }, () => stream.below(12));
  const columns = Array.from({ length: 12 }, (_, c): Column => {
    const name = `c${c}`;
    if (c % 2 === 0) {
      const values = Float64Array.from(regions, (region) =>
        Math.round((500 + 100 * region) * Math.exp(2 * stream.float())),
      );
      return { kind: 'number', name, decimals: 0, values };
    }
    const size = 3 + c;
    const codes = regions.map((region) => (region + stream.below(size)) % size);
    return { kind: 'category', name, codes, dictionary: codesOf(size) };
  });
  return { rows, columns };
}

const codesOf = (size: number) => Array.from({ length: size }, (_, i) => `word ${i}`);
