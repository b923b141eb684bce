import {
  encodeCsv,
  engineVersion,
  type PresetName,
  plan,
  type RowBatch,
  SimulationRequestError,
  simulateCells,
} from '../../engines/simulate/index.ts';
import { serveThread, type ThreadSignal } from '../../platform/jobs/thread.ts';
import { AppError } from '../../shared/errors.ts';
import type { BankTable } from './row-loader.ts';

export type SimulationSettings = {
  seed: string;
  preset?: PresetName;
  country?: string;
  start_date?: string;
  end_date?: string;
  aml_rate?: number;
  id_prefix?: string;
};

export type SimulationInput = {
  settings: SimulationSettings;
  counts: Record<BankTable, number>;
  /** Entities whose rows are wanted; the others are made only because these need them. */
  wanted: BankTable[];
};

export type SimulationMessage =
  | { kind: 'rows'; table: BankTable; csv: Uint8Array; rows: number; columns: string[] }
  | { kind: 'end'; facts: SimulationFacts };

export type SimulationFacts = {
  engineVersion: string;
  configurationHash: string;
  preset: string;
  country: string;
  currency: string;
  startDate: string;
  endDate: string;
  laundering: number;
};

const DEFAULT_PRESET: PresetName = 'us-community-bank';

export function* simulate(
  input: SimulationInput,
  signal: ThreadSignal,
): Generator<SimulationMessage> {
  const { settings, counts } = input;
  const made = planOrRefuse(settings, counts);
  for (const cell of simulateCells(made)) {
    if (signal.aborted) return;
    for (const table of input.wanted) {
      const batch: RowBatch = cell[table];
      if (batch.rows === 0) continue;
      const columns = batch.fields.map((field) => field.name);
      yield { kind: 'rows', table, csv: encodeCsv(batch), rows: batch.rows, columns };
    }
  }
  yield {
    kind: 'end',
    facts: {
      engineVersion,
      configurationHash: made.configurationHash,
      preset: made.preset,
      country: made.country,
      currency: made.currency,
      startDate: made.startDate,
      endDate: made.endDate,
      laundering: made.laundering,
    },
  };
}

function planOrRefuse(settings: SimulationSettings, counts: Record<BankTable, number>) {
  try {
    return plan({
      ...counts,
      seed: BigInt(settings.seed),
      preset: settings.preset ?? DEFAULT_PRESET,
      ...(settings.country === undefined ? {} : { country: settings.country }),
      ...(settings.start_date === undefined ? {} : { startDate: settings.start_date }),
      ...(settings.end_date === undefined ? {} : { endDate: settings.end_date }),
      ...(settings.aml_rate === undefined ? {} : { amlRate: settings.aml_rate }),
      ...(settings.id_prefix === undefined ? {} : { idPrefix: settings.id_prefix }),
    });
  } catch (error) {
    if (error instanceof SimulationRequestError) throw new AppError('bad_request', error.message);
    throw error;
  }
}

serveThread<SimulationInput>(simulate);
