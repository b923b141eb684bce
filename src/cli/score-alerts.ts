import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AlertScores, analyze, scoreAlerts } from '../engines/detect/index.ts';
import { scoreBook } from '../product/batches/books/score-book.ts';
import { BOOK_FEATURES } from '../product/batches/books/write-features.ts';
import { BOOKS, type BookPreset, isBookPreset } from '../shared/institutions.ts';
import { readTable } from './read-table.ts';
import { refused, seedFrom } from './terminal/arguments.ts';
import { printSummary } from './terminal/print-summary.ts';

const options = {
  truth: { type: 'string' },
  alerts: { type: 'string' },
  transactions: { type: 'string' },
  capacity: { type: 'string', default: '100,500,1000,5000' },
  'alert-cost': { type: 'string', default: '25' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

function besideTruth(truth: string): string {
  const found = ['csv', 'parquet', 'csv.gz']
    .map((ending) => join(dirname(truth), `transactions.${ending}`))
    .find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw refused(
    `--transactions: expected the file of the batch's transactions; ${dirname(truth)} has none.`,
  );
}

function capacitiesFrom(text: string): number[] {
  return text.split(',').map((word) => {
    if (!/^[1-9]\d{0,8}$/.test(word)) {
      throw refused('--capacity: expected whole numbers of alerts, separated by commas.');
    }
    return Number(word);
  });
}

function costFrom(text: string): number {
  if (!/^\d{1,9}(\.\d+)?$/.test(text)) {
    throw refused('--alert-cost: expected an amount of 0 or more.');
  }
  return Number(text);
}

/** Preset of the book that a ground truth belongs to, from the manifest of its folder; null for a bank. */
function bookBeside(truth: string): BookPreset | null {
  const path = join(dirname(truth), 'manifest.json');
  if (!existsSync(path)) return null;
  const { preset } = JSON.parse(readFileSync(path, 'utf8')) as { preset?: unknown };
  // Banks and the book of a credit union share a name.
  return isBookPreset(preset) && existsSync(join(dirname(truth), `${BOOKS[preset].main}.csv`))
    ? preset
    : null;
}

/** Finds the CSV files of a book beside its ground truth. */
function bookFiles(preset: BookPreset, truth: string): Record<string, string> {
  return Object.fromEntries(
    BOOK_FEATURES[preset].tables.map((name) => {
      const path = name === 'ground_truth' ? truth : join(dirname(truth), `${name}.csv`);
      if (!existsSync(path)) throw refused(`${dirname(truth)} has no ${name}.csv.`);
      return [name, path];
    }),
  );
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const shareText = ({ count, of, value, low, high }: AlertScores['precision']) =>
  `${percent(value)} (${Math.round(count)} of ${of}; 95% interval ${percent(low)} to ${percent(high)})`;
const intervalText = ({ value, low, high }: AlertScores['averagePrecision']) =>
  `${value.toFixed(4)} (95% interval ${low.toFixed(4)} to ${high.toFixed(4)})`;
const daysText = (days: number | null) => (days === null ? 'not found' : `${days.toFixed(1)} days`);

const FINDINGS: Record<AlertScores['findings'][number]['kind'], string> = {
  'unknown-id': 'ids that name no row (counted as false alerts)',
  'repeated-id': 'repeated ids (the highest score counts)',
  'before-the-fact': 'alerts raised before the date of their row',
  'equals-the-label': 'scores that reproduce the label',
};

function linesOf(scores: AlertScores & { subject?: string }): string[] {
  return [
    `${scores.alerts} alerts on ${scores.transactions} ${scores.subject ?? 'transactions'}, ${scores.positives} of them positive (base rate ${percent(scores.baseRate)})`,
    `precision ${shareText(scores.precision)}`,
    `recall ${shareText(scores.recall)}`,
    `average precision ${intervalText(scores.averagePrecision)}`,
    `accounts: precision ${shareText(scores.accounts.precision)}, recall ${shareText(scores.accounts.recall)}`,
    `schemes found ${shareText(scores.schemes)}, median time to detection ${daysText(scores.medianDays)}`,
    `money: precision ${intervalText(scores.money.precision)}, recall ${intervalText(scores.money.recall)}`,
    ...scores.typologies.map(
      ({ name, recall, schemes, medianDays }) =>
        `  ${name}: rows ${recall.count} of ${recall.of}, schemes ${schemes.count} of ${schemes.of}, ${daysText(medianDays)}`,
    ),
    ...scores.hops.map(({ name, recall }) => `  hop ${name}: rows ${recall.count} of ${recall.of}`),
    ...scores.lookAlikes.map(
      ({ name, alerted }) => `  look-alike ${name}: ${alerted.count} of ${alerted.of} rows alerted`,
    ),
    ...scores.capacities.map(
      ({ capacity, found, schemes, cost }) =>
        `first ${capacity} alerts: ${found} positive rows of ${schemes} schemes, cost ${cost.toFixed(2)}`,
    ),
    ...scores.baselines.map(
      ({ name, precision, recall, averagePrecision }) =>
        `as many alerts by ${name}: precision ${percent(precision.value)}, recall ${percent(recall.value)}, average precision ${averagePrecision.toFixed(4)}`,
    ),
    ...scores.findings.map(
      ({ kind, alerts, examples }) =>
        `WARNING ${FINDINGS[kind]}: ${alerts}, such as ${examples.join(', ')}`,
    ),
  ];
}

/** `sandbox score-alerts`: evaluates alerts against the ground truth of a simulated bank or book. */
export async function scoreAlertsCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  if (values.truth === undefined || values.alerts === undefined) {
    throw refused('Expected --truth FILE and --alerts FILE.');
  }
  const seed = seedFrom(values.seed);
  const capacities = capacitiesFrom(values.capacity);
  const alertCost = costFrom(values['alert-cost']);
  const preset = bookBeside(values.truth);
  if (preset !== null) {
    const submitted = await readTable(values.alerts, { list: true });
    const paths = bookFiles(preset, values.truth);
    const scores = await scoreBook(preset, {
      ...{ paths, submitted, seed, capacities, alertCost },
    });
    printSummary({ ...scores, settings: { capacities, alertCost, preset } }, values.json, linesOf);
    return 0;
  }
  const path = values.transactions ?? besideTruth(values.truth);
  const transactions = await readTable(path);
  const truth = await readTable(values.truth);
  const submitted = await readTable(values.alerts, { list: true });
  const own = analyze(transactions, { seed }).scores;
  const scores = scoreAlerts(transactions, {
    ...{ truth, submitted, seed, capacities, alertCost },
    others: [{ name: 'sandbox detect', scores: own }],
  });
  const settings = { capacities, alertCost, transactionsFile: path };
  printSummary({ ...scores, settings }, values.json, linesOf);
  return 0;
}
