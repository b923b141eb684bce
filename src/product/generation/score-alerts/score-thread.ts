import { type AlertScores, analyze, scoreAlerts } from '../../../engines/detect/index.ts';
import { type RowBatch, rowObjects } from '../../../engines/simulate/index.ts';
import { parseColumns } from '../../../engines/table/parse-columns.ts';
import type { Table } from '../../../engines/table/table.ts';
import { serveThread } from '../../../platform/threads/thread.ts';
import type { BookPreset } from '../../../shared/institutions.ts';
import { type BookSubject, scoreBook } from '../../batches/books/score-book.ts';
import { regenerate, type SimulatedBank } from '../ground-truth/regenerate.ts';

type BankInput = { kind: 'bank' } & SimulatedBank;

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
  const [transactions, truth] = [textTable(), textTable()];
  for (const cell of regenerate(input)) {
    if (cell.transactions.rows > 0) transactions.add(cell.transactions);
    truth.add(cell.groundTruth);
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
