import { existsSync } from 'node:fs';
import { readTable } from '../../src/cli/read-table.ts';
import {
  type MultiTableScore,
  multiTableScore,
} from '../../src/engines/measure/quality/multi-table.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import { fitTables, type Relation, sampleTables } from '../../src/engines/synthesize/index.ts';
import { formatCell, isNull } from '../../src/engines/table/format-table.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';
import { takeColumn } from '../../src/engines/table/take-rows.ts';

type Tables = Record<string, Table>;

export const BERKA_RELATIONS: Relation[] = [
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

export const BERKA_FILES: Record<string, string> = {
  district: 'district.asc.gz',
  client: 'client.asc.gz',
  account: 'account.asc.gz',
  disposition: 'disp.asc.gz',
  card: 'card.asc.gz',
  loan: 'loan.asc.gz',
  order: 'order.asc.gz',
  movement: 'berka-basic-template.csv.gz',
};

const SEEDS = [2n, 3n, 4n];

const columnOf = (table: Table, name: string): Column =>
  table.columns.find((column) => column.name === name)!;

/** Counts references to missing rows and duplicate keys. */
function broken(
  tables: Tables,
  relations: readonly Relation[],
): { orphans: number; twice: number } {
  let orphans = 0;
  let twice = 0;
  for (const { child, childKey, parent, parentKey } of relations) {
    const key = columnOf(tables[parent]!, parentKey);
    const keys = Array.from({ length: tables[parent]!.rows }, (_, row) => formatCell(key, row));
    const ids = new Set(keys);
    twice += keys.length - ids.size;
    const named = columnOf(tables[child]!, childKey);
    for (let row = 0; row < tables[child]!.rows; row++)
      if (!isNull(named, row) && !ids.has(formatCell(named, row))) orphans++;
  }
  return { orphans, twice };
}

/** Returns the same tables with every row attached to a random row of its parent. */
function attachedAnyhow(tables: Tables, relations: readonly Relation[]): Tables {
  const out = { ...tables };
  relations.forEach(({ child, childKey, parent, parentKey }, r) => {
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

const PARTS = [
  'score',
  'columnShapes',
  'columnPairTrends',
  'cardinality',
  'intertableTrends',
] as const;

function print(name: string, scores: readonly MultiTableScore[], note: string): void {
  const [score, shapes, pairs, cardinality, between] = PARTS.map((part) =>
    (scores.reduce((sum, one) => sum + (one[part] ?? Number.NaN), 0) / scores.length).toFixed(4),
  );
  console.log(
    `${name.padEnd(20)} score ${score}  shapes ${shapes}  pairs ${pairs}  cardinality ${cardinality}  between tables ${between}  ${note}`,
  );
}

function benchSet(real: Tables, relations: readonly Relation[]): void {
  const rows = Object.entries(real).map(([name, table]) => `${name} ${table.rows}`);
  console.log(`\ntables: ${rows.join(', ')}; means over seeds ${SEEDS.join(', ')}`);
  for (const mode of ['fidelity', 'balanced'] as const) {
    const cpu = process.cpuUsage();
    const { model } = fitTables(real, relations, { mode, seed: 1n });
    const fitted = process.cpuUsage(cpu);
    const samples = SEEDS.map((seed) => sampleTables(model, { seed }));
    const drawn = process.cpuUsage(cpu);
    const features = Object.fromEntries(
      model.tables.map(({ name, made }) => {
        const plans = made.kind === 'siblings' ? made.columns : made.model.columns;
        const learned = plans.filter((plan) => plan.role === 'feature');
        return [name, learned.map(({ layout }) => layout.name)];
      }),
    );
    const scoreOf = (synthetic: Tables) =>
      multiTableScore(real, { synthetic, features, relationships: relations });
    const seconds = (used: NodeJS.CpuUsage) => (used.user + used.system) / 1e6;
    const perSample = (seconds(drawn) - seconds(fitted)) / SEEDS.length;
    print(
      mode,
      samples.map(({ tables }) => scoreOf(tables)),
      `processor: fit ${seconds(fitted).toFixed(2)} s, sample ${perSample.toFixed(2)} s`,
    );
    print(
      'attached at random',
      samples.map(({ tables }) => scoreOf(attachedAnyhow(tables, relations))),
      '',
    );
    samples.forEach(({ tables, left }, i) => {
      const { orphans, twice } = broken(tables, relations);
      const sizes = Object.entries(tables).map(([name, table]) => `${name} ${table.rows}`);
      const out = left.reduce((sum, one) => sum + one.rows, 0);
      console.log(
        `  seed ${SEEDS[i]}: ${sizes.join(', ')}; orphans ${orphans}, duplicate keys ${twice}, rows left out ${out}`,
      );
    });
  }
}

/** Benchmarks Berka's tables by SDMetrics' multi-table report, against random attachment. */
export async function benchTables(folder: string): Promise<void> {
  if (!existsSync(`${folder}${BERKA_FILES.account}`)) {
    console.log(`tables: no data at ${folder}, skipped`);
    return;
  }
  const real: Tables = {};
  for (const [name, file] of Object.entries(BERKA_FILES))
    real[name] = await readTable(folder + file);
  benchSet(real, BERKA_RELATIONS);
  const { district: _, client: __, ...below } = real;
  benchSet(
    below,
    BERKA_RELATIONS.filter(({ parent }) => parent in below),
  );
}
