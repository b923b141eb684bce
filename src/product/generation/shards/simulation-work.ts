import {
  csvEncoder,
  engineVersion,
  plan,
  type SimulationPlan,
  simulateCells,
} from '../../../engines/simulate/index.ts';
import type { OpenWork, Range, SimulationWork, UnitPart } from './shard-work.ts';
import { CELL_TABLES, type SimulatedTable, simulatedColumns } from './simulated-tables.ts';

export function openSimulation(work: SimulationWork): OpenWork {
  const { kind: _, tables, seed, ...request } = work;
  const made = plan({ ...request, seed: BigInt(seed) });
  const { configurationHash, country, currency, startDate, endDate, idPrefix, laundering } = made;
  return {
    engine: { name: 'simulate', version: engineVersion },
    request: request as unknown as OpenWork['request'],
    source: null,
    facts: { configurationHash, country, currency, startDate, endDate, idPrefix, laundering },
    tables: tables.map((name) => ({ name, columns: simulatedColumns(name) })),
    units: made.cells.length,
    holds: (units) => holds(made, units),
    rowsOf: ({ holds: { customers, accounts, transactions } }) => ({
      customers: customers!.count,
      accounts: accounts!.count,
      transactions: transactions!.count,
    }),
    make: (units) => makeCells(made, units, tables),
  };
}

function holds({ cells }: SimulationPlan, { first, count }: Range): Record<string, Range> {
  const own = cells.slice(first, first + count);
  const sum = (of: 'customers' | 'accounts' | 'transactions') =>
    own.reduce((total, cell) => total + cell[of], 0);
  const [from] = own;
  return {
    customers: { first: from!.firstCustomer, count: sum('customers') },
    accounts: { first: from!.firstAccount, count: sum('accounts') },
    transactions: { first: from!.firstTransaction, count: sum('transactions') },
  };
}

/** Yields cells; transfers between cells net to 0 only over the whole bank. */
function* makeCells(
  made: SimulationPlan,
  { first, count }: Range,
  tables: readonly SimulatedTable[],
): Generator<UnitPart, Record<string, number>> {
  const cells = Array.from({ length: count }, (_, i) => first + i);
  const encode = csvEncoder();
  let cellClearing = 0;
  for (const piece of simulateCells(made, cells, { reuse: true })) {
    for (const table of tables) {
      const batch = piece[CELL_TABLES[table]];
      if (batch.rows > 0) {
        yield { unit: piece.cell, table, csv: encode(batch), rows: batch.rows };
      }
    }
    cellClearing += piece.ledger?.cellClearing ?? 0;
  }
  return { cellClearing };
}
