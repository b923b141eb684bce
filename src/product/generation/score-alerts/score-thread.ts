import { createHash } from 'node:crypto';
import { type AlertScores, analyze, scoreAlerts } from '../../../engines/detect/index.ts';
import {
  csvHeader,
  encodeCsv,
  plan,
  type RowBatch,
  rowObjects,
  simulateCells,
} from '../../../engines/simulate/index.ts';
import { parseColumns } from '../../../engines/table/parse-columns.ts';
import type { Table } from '../../../engines/table/table.ts';
import { serveThread } from '../../../platform/threads/thread.ts';
import type { BankTable } from '../../../shared/bank-tables.ts';
import type { BookPreset } from '../../../shared/institutions.ts';
import { type BookSubject, scoreBook } from '../../batches/books/score-book.ts';
import { requestOf, type SimulationSettings } from '../from-scratch/simulation-settings.ts';

/** Batch of a simulated bank, whose truth its seed makes again. */
type BankInput = {
  kind: 'bank';
  settings: SimulationSettings;
  counts: Record<BankTable, number>;
  /** Hash of the batch's file, which the regenerated rows must have. */
  sha256: string;
};

/** Book with the CSV files of its tables, the ground truth among them. */
type BookInput = { kind: 'book'; preset: BookPreset; paths: Record<string, string> };

export type ScoreInput = (BankInput | BookInput) & {
  alerts: { columns: string[]; rows: (string | null)[][] };
  capacities: number[];
  alertCost: number;
};

export type Scored =
  | { kind: 'scored'; scores: Omit<AlertScores, 'bySchemes'> & { subject?: BookSubject } }
  | { kind: 'refused'; message: string };

const SEED = 1n;

/** Collects the rows of cells as a table of texts. */
function textTable() {
  let names: string[] = [];
  const texts: (string | null)[][] = [];
  return {
    add: (batch: RowBatch) => {
      if (names.length === 0) {
        names = batch.fields.map(({ name }) => name);
        texts.push(...names.map(() => []));
      }
      for (const row of rowObjects(batch))
        for (const [i, name] of names.entries()) texts[i]!.push(row[name] || null);
    },
    table: () => parseColumns(names, texts),
  };
}

function alertsOf({ alerts: { columns, rows } }: ScoreInput): Table {
  return parseColumns(
    columns,
    columns.map((_, i) => rows.map((row) => row[i] || null)),
  );
}

async function* score(input: ScoreInput): AsyncGenerator<Scored> {
  try {
    if (input.kind === 'bank') return yield scoreBank(input);
    const { preset, paths, capacities, alertCost } = input;
    const submitted = alertsOf(input);
    const settings = { seed: SEED, capacities, alertCost };
    const { bySchemes: _, ...scores } = await scoreBook(preset, { paths, submitted, ...settings });
    yield { kind: 'scored', scores };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    yield { kind: 'refused', message: error.message };
  }
}

function scoreBank(input: ScoreInput & BankInput): Scored {
  const made = plan({ ...input.counts, ...requestOf(input.settings) });
  const [transactions, truth] = [textTable(), textTable()];
  const hash = createHash('sha256');
  let isFirst = true;
  for (const cell of simulateCells(made)) {
    if (cell.transactions.rows > 0) {
      if (isFirst) hash.update(csvHeader(cell.transactions));
      isFirst = false;
      hash.update(encodeCsv(cell.transactions));
      transactions.add(cell.transactions);
    }
    truth.add(cell.groundTruth);
  }
  if (hash.digest('hex') !== input.sha256) {
    const message =
      'This batch was made by an earlier engine, so its ground truth can’t be made again. Generate it again to score alerts.';
    return { kind: 'refused', message };
  }
  const table = transactions.table();
  const own = analyze(table, { seed: SEED }).scores;
  const { bySchemes: _, ...scores } = scoreAlerts(table, {
    truth: truth.table(),
    submitted: alertsOf(input),
    seed: SEED,
    capacities: input.capacities,
    alertCost: input.alertCost,
    others: [{ name: 'Analysis of this sandbox', scores: own }],
  });
  return { kind: 'scored', scores };
}

serveThread<ScoreInput>(score);
