import { existsSync } from 'node:fs';
import { readTable } from '../../src/cli/read-table.ts';
import {
  type MultiTableScore,
  multiTableScore,
} from '../../src/engines/measure/quality/multi-table.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import {
  fitRelations,
  type Relation,
  sampleRelations,
} from '../../src/engines/synthesize/index.ts';
import { formatCell, isNull } from '../../src/engines/table/format-table.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';
import { takeColumn } from '../../src/engines/table/take-rows.ts';

type Tables = Record<string, Table>;

const RELATIONS: Relation[] = [
  ['account', 'district_id', 'district', 'A1'],
  ['client', 'district_id', 'district', 'A1'],
  ['disposition', 'account_id', 'account', 'account_id'],
  ['disposition', 'client_id', 'client', 'client_id'],
  ['card', 'disp_id', 'disposition', 'disp_id'],
  ['loan', 'account_id', 'account', 'account_id'],
  ['order', 'account_id', 'account', 'account_id'],
  ['movement', 'account_id', 'account', 'account_id'],
].map(([child, childKey, parent, parentKey]) => ({
  child: child!,
  childKey: childKey!,
  parent: parent!,
  parentKey: parentKey!,
}));

const FILES: Record<string, string> = {
  district: 'district.asc.gz',
  client: 'client.asc.gz',
  account: 'account.asc.gz',
  disposition: 'disp.asc.gz',
  card: 'card.asc.gz',
  loan: 'loan.asc.gz',
  order: 'order.asc.gz',
  movement: 'berka-basic-template.csv.gz',
};

const columnOf = (table: Table, name: string): Column =>
  table.columns.find((column) => column.name === name)!;

/** Names of rows that are not there, and keys met twice. */
function broken(tables: Tables): { orphans: number; twice: number } {
  let orphans = 0;
  let twice = 0;
  for (const { child, childKey, parent, parentKey } of RELATIONS) {
    const key = columnOf(tables[parent]!, parentKey);
    const keys = Array.from({ length: tables[parent]!.rows }, (_, row) => formatCell(key, row));
    const known = new Set(keys);
    twice += keys.length - known.size;
    const named = columnOf(tables[child]!, childKey);
    for (let row = 0; row < tables[child]!.rows; row++)
      if (!isNull(named, row) && !known.has(formatCell(named, row))) orphans++;
  }
  return { orphans, twice };
}

/** The same tables, with every row attached to any row of its parent. */
function attachedAnyhow(tables: Tables): Tables {
  const out = { ...tables };
  RELATIONS.forEach(({ child, childKey, parent, parentKey }, r) => {
    const stream = streamFor(7n, r, 0);
    const { rows } = out[parent]!;
    const any = Int32Array.from({ length: out[child]!.rows }, () => stream.below(rows));
    const named = takeColumn(columnOf(out[parent]!, parentKey), any);
    out[child] = {
      rows: out[child]!.rows,
      columns: out[child]!.columns.map((column) =>
        column.name === childKey ? { ...named, name: childKey } : column,
      ),
    };
  });
  return out;
}

function print(name: string, score: MultiTableScore, note: string): void {
  const f = (value: number | null) => (value === null ? '   -  ' : value.toFixed(4));
  console.log(
    `${name.padEnd(20)} score ${f(score.score)}  shapes ${f(score.columnShapes)}  pairs ${f(score.columnPairTrends)}  cardinality ${f(score.cardinality)}  between tables ${f(score.intertableTrends)}  ${note}`,
  );
}

/** Berka's eight tables: SDMetrics' report of several tables, beside the same rows attached at random. */
export async function benchTables(folder: string, only: readonly string[] = []): Promise<void> {
  if (!existsSync(`${folder}${FILES.account}`)) {
    console.log(`tables: no data at ${folder}, skipped`);
    return;
  }
  const real: Tables = {};
  for (const [name, file] of Object.entries(FILES)) {
    if (only.length === 0 || only.includes(name)) real[name] = await readTable(folder + file);
  }
  const rows = Object.entries(real).map(([name, table]) => `${name} ${table.rows}`);
  console.log(`\ntables: ${rows.join(', ')}`);
  for (const mode of ['fidelity', 'balanced'] as const) {
    const cpu = process.cpuUsage();
    const started = performance.now();
    const { model } = fitRelations(real, RELATIONS, { mode, seed: 1n, leaveOrphansOut: true });
    const fitted = performance.now();
    const { tables, left } = sampleRelations(model, { seed: 2n });
    const sampled = performance.now();
    const features = Object.fromEntries(
      model.tables.map(({ name, made }) => {
        const plans = made.kind === 'siblings' ? made.columns : made.model.columns;
        const learned = plans.filter((plan) => plan.made === null);
        return [name, learned.map(({ layout }) => layout.name)];
      }),
    );
    const scoreOf = (synthetic: Tables) => multiTableScore(real, synthetic, features, RELATIONS);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(2);
    const used = process.cpuUsage(cpu);
    print(
      mode,
      scoreOf(tables),
      `fit ${seconds(started, fitted)} s, sample ${seconds(fitted, sampled)} s, processor ${((used.user + used.system) / 1e6).toFixed(2)} s`,
    );
    print('attached at random', scoreOf(attachedAnyhow(tables)), '');
    const { orphans, twice } = broken(tables);
    console.log(
      `  rows ${Object.entries(tables)
        .map(([name, table]) => `${name} ${table.rows}`)
        .join(
          ', ',
        )}; names without a row ${orphans}, keys met twice ${twice}, left out ${left.reduce((sum, one) => sum + one.rows, 0)}`,
    );
    for (const { name, child, made } of model.tables) {
      const hows = child?.others.map(
        ({ relation, how }) => `${RELATIONS[relation]!.parent} by ${how}`,
      );
      console.log(`  ${name}: ${made.kind}${hows?.length ? `, ${hows.join(', ')}` : ''}`);
    }
  }
}
