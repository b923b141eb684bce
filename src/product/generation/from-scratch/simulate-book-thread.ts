import {
  type FromScratchReport,
  fromScratchReport,
  publishReport,
  type TargetFigure,
} from '../../../engines/measure/index.ts';
import {
  bookTally,
  bookVersion,
  csvHeader,
  encodeCsv,
  type LawResult,
  lawTally,
  type RowBatch,
  rowObjects,
  SimulationRequestError,
  simulateBook,
} from '../../../engines/simulate/index.ts';
import { serveThread, type ThreadSignal } from '../../../platform/threads/thread.ts';
import { AppError } from '../../../shared/errors.ts';
import { BOOKS } from '../../../shared/institutions.ts';
import { PREVIEW_ROWS } from '../../../shared/limits.ts';
import { type BookSubject, planOf } from './book-subject.ts';
import { type CheckedIdentifier, identifierChecks } from './measure-identifiers.ts';
import { law } from './measure-law.ts';

export type BookInput = Pick<BookSubject, 'preset' | 'count' | 'settings'>;

export type BookMessage =
  | { kind: 'rows'; table: string; csv: Uint8Array; rows: number; preview: Preview }
  | { kind: 'end'; facts: BookFacts; reports: Record<string, FromScratchReport> };

export type Preview = Record<string, string | null>[];

export type BookFacts = {
  engineVersion: string;
  configurationHash: string;
  country: string;
  currency: string;
  startDate: string;
  endDate: string;
  /** Further facts of the whole book, such as reserves by accident year. */
  book: Record<string, unknown>;
};

const PEOPLE = new Set(['policyholders', 'members', 'parties']);

export function* simulateBookRows(input: BookInput, signal: ThreadSignal): Generator<BookMessage> {
  try {
    yield* rowsAndReport(input, signal);
  } catch (error) {
    if (error instanceof SimulationRequestError) throw new AppError('bad_request', error.message);
    throw error;
  }
}

function* rowsAndReport(input: BookInput, signal: ThreadSignal): Generator<BookMessage> {
  const { preset } = input;
  const plan = planOf(input);
  const [tally, laws] = [bookTally(plan), lawTally(preset)];
  const rows = new Map<string, number>();
  const identifiers = new Map<string, CheckedIdentifier[]>();
  const write = function* (table: string, batch: RowBatch): Generator<BookMessage> {
    const before = rows.get(table);
    const header = before === undefined ? [Buffer.from(csvHeader(batch))] : [];
    rows.set(table, (before ?? 0) + batch.rows);
    if (PEOPLE.has(table)) {
      if (before === undefined) identifiers.set(table, identifierChecks('customers', batch.fields));
      for (const check of identifiers.get(table)!) check.add(batch);
    }
    const shown = Math.min(batch.rows, Math.max(0, PREVIEW_ROWS - (before ?? 0)));
    const preview = [...rowObjects({ ...batch, rows: shown })];
    const csv = Buffer.concat([...header, ...(batch.rows > 0 ? [encodeCsv(batch)] : [])]);
    yield { kind: 'rows', table, csv, rows: batch.rows, preview };
  };
  for (const output of simulateBook(plan, plan.cells.keys())) {
    if (signal.aborted) return;
    tally.add(output);
    laws.add(output);
    for (const [table, batch] of Object.entries(output.tables)) yield* write(table, batch);
  }
  const report = tally.report();
  for (const [table, batch] of Object.entries(report.files)) yield* write(table, batch);
  const { configurationHash, country, currency, startDate, endDate } = plan;
  const figures = (table: string): TargetFigure[] => [
    ...laws
      .results()
      .filter((result) => result.table === table)
      .map(figureOf),
    ...(table === BOOKS[preset].main ? report.figures : []),
  ];
  yield {
    kind: 'end',
    facts: {
      engineVersion: bookVersion,
      configurationHash,
      country,
      currency,
      startDate,
      endDate,
      book: report.facts,
    },
    reports: Object.fromEntries(
      Array.from(rows, ([table, count]) => {
        const collisions = identifiers.get(table)?.map((check) => check.result()) ?? [];
        const made = fromScratchReport(count, figures(table), collisions);
        return [table, publishReport(made).report];
      }),
    ),
  };
}

const figureOf = ({ name, checked, broken, source }: LawResult): TargetFigure => ({
  ...law(`${name}: exceptions`, broken, source),
  value: checked === 0 ? null : broken,
});

/** Messages ahead: the next cell starts while the tables of a cell are stored. */
const AHEAD = 12;

serveThread<BookInput>(simulateBookRows, { ahead: AHEAD });
