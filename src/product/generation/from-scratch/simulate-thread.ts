import {
  type ExistingAccount,
  type ExistingCustomer,
  encodeCsv,
  engineVersion,
  plan,
  type RowBatch,
  type SimulationPlan,
  SimulationRequestError,
  simulateAccountsFor,
  simulateCells,
  simulateOnAccounts,
} from '../../../engines/simulate/index.ts';
import { serveThread, type ThreadSignal } from '../../../platform/threads/thread.ts';
import type { BankTable } from '../../../shared/bank-tables.ts';
import { AppError } from '../../../shared/errors.ts';
import { type ScratchReports, scratchTally } from './measure-scratch.ts';
import { requestOf, type SimulationSettings } from './simulation-settings.ts';

export type SimulationInput = {
  settings: SimulationSettings;
  counts: Record<BankTable, number>;
  /** Entities to output; others are generated only as prerequisites. */
  wanted: BankTable[];
  existing: { customers: ExistingCustomer[]; accounts: ExistingAccount[] } | null;
};

export type SimulationMessage =
  | { kind: 'rows'; table: BankTable; csv: Uint8Array; rows: number; columns: string[] }
  | { kind: 'balances'; balances: { accountId: string; minor: number }[] }
  | { kind: 'end'; facts: SimulationFacts; reports: ScratchReports };

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

export function* simulate(
  input: SimulationInput,
  signal: ThreadSignal,
): Generator<SimulationMessage> {
  try {
    if (input.existing === null) yield* fromScratch(input, signal);
    else yield* onExisting(input, input.existing, signal);
  } catch (error) {
    if (error instanceof SimulationRequestError) throw new AppError('bad_request', error.message);
    throw error;
  }
}

function* fromScratch(input: SimulationInput, signal: ThreadSignal): Generator<SimulationMessage> {
  const made = plan({ ...input.counts, ...requestOf(input.settings) });
  const tally = scratchTally(made);
  for (const cell of simulateCells(made, undefined, { reuse: true })) {
    if (signal.aborted) return;
    tally.add(cell);
    for (const table of input.wanted) yield* rowsOf(table, cell[table]);
  }
  yield { kind: 'end', facts: factsOf(made), reports: tally.reports(input.wanted, input.counts) };
}

function* onExisting(
  input: SimulationInput,
  { customers, accounts }: NonNullable<SimulationInput['existing']>,
  signal: ThreadSignal,
): Generator<SimulationMessage> {
  const { counts, settings } = input;
  const request = requestOf(settings);
  const people = Math.max(1, customers.length, new Set(accounts.map((a) => a.customerId)).size);
  const made = plan({
    ...counts,
    customers: people,
    accounts: Math.max(1, accounts.length),
    ...request,
  });
  const tally = scratchTally(made, accounts);
  if (accounts.length === 0) {
    for (const part of simulateAccountsFor({ ...request, customers, accounts: counts.accounts })) {
      if (signal.aborted) return;
      tally.addAccounts(part.accounts);
      yield* rowsOf('accounts', part.accounts);
    }
  } else {
    const { transactions } = counts;
    for (const part of simulateOnAccounts({ ...request, accounts, transactions })) {
      if (signal.aborted) return;
      tally.addBookings(part);
      yield* rowsOf('transactions', part.transactions);
      if (part.balances.length > 0) yield { kind: 'balances', balances: part.balances };
    }
  }
  const { laundering, ...facts } = factsOf(made);
  yield {
    kind: 'end',
    facts: { ...facts, laundering: counts.transactions > 0 ? laundering : 0 },
    reports: tally.reports(input.wanted, counts),
  };
}

function* rowsOf(table: BankTable, batch: RowBatch): Generator<SimulationMessage> {
  if (batch.rows === 0) return;
  const columns = batch.fields.map((field) => field.name);
  yield { kind: 'rows', table, csv: encodeCsv(batch), rows: batch.rows, columns };
}

const factsOf = (made: SimulationPlan): SimulationFacts => ({
  engineVersion,
  configurationHash: made.configurationHash,
  preset: made.preset,
  country: made.country,
  currency: made.currency,
  startDate: made.startDate,
  endDate: made.endDate,
  laundering: made.laundering,
});

/** Messages ahead: the next cell starts while the three tables of a cell load. */
const AHEAD = 3;

serveThread<SimulationInput>(simulate, { ahead: AHEAD });
