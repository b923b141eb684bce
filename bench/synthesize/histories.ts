import { ksComplement } from '../../src/engines/measure/quality/shapes-and-trends/ks-complement.ts';
import { fit, type SynthesisMode, sample } from '../../src/engines/synthesize/index.ts';
import { formatCell } from '../../src/engines/table/format-table.ts';
import { entityIndex, rowsByEntity } from '../../src/engines/table/sequence-shape.ts';
import type { NumberColumn, Table } from '../../src/engines/table/table.ts';
import { readTable } from './read-table.ts';
import { fidelity } from './score.ts';

const column = (table: Table, name: string) => table.columns.find((c) => c.name === name)!;
const values = (table: Table, name: string) => (column(table, name) as NumberColumn).values;

function grouped(table: Table) {
  const { of, count } = entityIndex(column(table, 'account_id'));
  return { of, count, ...rowsByEntity(of, count, values(table, 'transaction_date')) };
}

/** Returns the share of rows whose balance is the previous balance plus the amount. */
function identity(table: Table): number {
  const { order, start, count } = grouped(table);
  const balance = values(table, 'balance');
  const amount = values(table, 'amount');
  let unchanged = 0;
  let tried = 0;
  for (let e = 0; e < count; e++) {
    for (let i = start[e]! + 1; i < start[e + 1]!; i++) {
      tried++;
      const step = balance[order[i]!]! - balance[order[i - 1]!]!;
      if (Math.abs(step - amount[order[i]!]!) < 0.006) unchanged++;
    }
  }
  return unchanged / tried;
}

const lengths = (table: Table) => {
  const { start, count } = grouped(table);
  return Float64Array.from({ length: count }, (_, e) => start[e + 1]! - start[e]!);
};

/** Returns the pooled differences of neighboring rows, as in SDMetrics' InterRowMSAS. */
function interRow(table: Table, name: string): Float64Array {
  const { order, start, count } = grouped(table);
  const v = values(table, name);
  const out: number[] = [];
  for (let e = 0; e < count; e++) {
    for (let i = start[e]! + 1; i < start[e + 1]!; i++) out.push(v[order[i]!]! - v[order[i - 1]!]!);
  }
  return Float64Array.from(out);
}

const sortedKs = (a: Float64Array, b: Float64Array) =>
  ksComplement(a.slice().sort(), b.slice().sort()) ?? Number.NaN;

const share = (v: Float64Array, test: (x: number) => boolean) =>
  v.reduce((sum, x) => sum + (test(x) ? 1 : 0), 0) / v.length;

export function benchHistories(path: string, modes: readonly SynthesisMode[]): void {
  const real = readTable(path);
  console.log(
    `\nberka: ${real.rows} rows; real: balance identity ${identity(real).toFixed(4)}, below zero ${share(values(real, 'balance'), (x) => x < 0).toFixed(4)}`,
  );
  for (const mode of modes) {
    const t0 = performance.now();
    const model = fit(real, { mode, seed: 1n });
    const t1 = performance.now();
    const synthetic = sample(model, { rows: real.rows, seed: 2n });
    const t2 = performance.now();
    const keys = new Set(
      Array.from({ length: synthetic.rows }, (_, row) => formatCell(synthetic.columns[0]!, row)),
    );
    const learned = (table: Table): Table => ({
      rows: table.rows,
      columns: table.columns.filter((c) => !/_id$/.test(c.name)),
    });
    const whole = fidelity(learned(real), learned(synthetic));
    console.log(
      `${mode}: fit ${((t1 - t0) / 1000).toFixed(2)} s, sample ${((t2 - t1) / 1000).toFixed(2)} s, entities ${lengths(synthetic).length} (real ${lengths(real).length})`,
    );
    for (const name of ['amount', 'balance', 'transaction_date']) {
      console.log(
        `  KS ${name} ${sortedKs(values(real, name), values(synthetic, name)).toFixed(4)}  InterRow ${sortedKs(interRow(real, name), interRow(synthetic, name)).toFixed(4)}`,
      );
    }
    console.log(
      `  length KS ${sortedKs(lengths(real), lengths(synthetic)).toFixed(4)} quality ${whole.quality.toFixed(4)} C2ST ${whole.c2st.toFixed(3)}`,
    );
    console.log(
      `  identity ${identity(synthetic).toFixed(4)} below zero ${share(values(synthetic, 'balance'), (x) => x < 0).toFixed(4)} duplicate keys ${synthetic.rows - keys.size}`,
    );
  }
}
