import { findDateOrders } from '../../engines/table/find-date-orders.ts';
import { findDependencies } from '../../engines/table/find-dependencies.ts';
import { type ColumnProfile, profileTable } from '../../engines/table/profile.ts';
import type { Table } from '../../engines/table/table.ts';
import { serveThread, type ThreadSignal } from '../../platform/jobs/thread.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';
import { readTable } from '../read-table.ts';

export type ProfileInput = { parquetPath: string; columns: string[]; rows: number };

export type ProfileMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'end'; profile: DatasetProfile };

const binsOf = ({ histogram, top }: ColumnProfile) =>
  histogram.length > 0
    ? histogram.map(({ from, to, count }) => ({ label: `${from} to ${to}`, count }))
    : top.map(({ value, count }) => ({ label: value, count }));

function asShown(table: Table): DatasetProfile {
  const { rows, columns, sequence } = profileTable(table);
  return {
    rows,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      role: column.role,
      personal: column.personal,
      keyCandidate: column.keyCandidate,
      nulls: column.nulls,
      distinct: column.distinct,
      min: column.minimum,
      max: column.maximum,
      bins: binsOf(column),
    })),
    sequence: sequence && {
      entity: sequence.entity,
      time: sequence.time,
      entities: sequence.entities,
      balance: sequence.balance,
    },
    dependencies: findDependencies(table, columns),
    dateOrders: findDateOrders(table),
  };
}

async function* profile(input: ProfileInput, signal: ThreadSignal): AsyncGenerator<ProfileMessage> {
  const reading = readTable(input, signal);
  let step = await reading.next();
  for (; !step.done; step = await reading.next()) yield { kind: 'progress', ...step.value };
  yield { kind: 'end', profile: asShown(step.value) };
}

serveThread<ProfileInput>(profile);
