import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateScores } from '../../../engines/detect/evaluate-scores.ts';
import { type Analysis, analyze } from '../../../engines/detect/index.ts';
import { readDelimited } from '../../../engines/detect/read-delimited.fixture.ts';
import { boost } from '../../../engines/measure/models/boosted-trees.ts';
import { predict } from '../../../engines/measure/models/predict-boosted.ts';
import {
  csvHeader,
  encodeCsv,
  planOfBook,
  rowObjects,
  simulateBook,
} from '../../../engines/simulate/index.ts';
import type { Table } from '../../../engines/table/table.ts';
import { BOOKS, type BookPreset } from '../../../shared/institutions.ts';
import { BOOK_FEATURES, writeFeatures } from './write-features.ts';

const FOLDS = 5;

/** Features of a simulated book, and the typologies of its frauds by claim or member. */
export async function featuresOf(preset: BookPreset, customers: number, seed: bigint) {
  const folder = mkdtempSync(join(tmpdir(), 'book-'));
  try {
    const accounts = Math.ceil(customers * BOOKS[preset].contractsPerCustomer);
    const plan = planOfBook({ seed, preset, customers, accounts, transactions: 0 });
    const texts: Record<string, Uint8Array[]> = {};
    const typologies = new Map<string, string>();
    for (const { tables } of simulateBook(plan, plan.cells.keys())) {
      for (const name of BOOK_FEATURES[preset].tables) {
        texts[name] ??= [Buffer.from(csvHeader(tables[name]!))];
        texts[name].push(encodeCsv(tables[name]!));
      }
      for (const row of rowObjects(tables.ground_truth!))
        if (row.fraud === 'true')
          typologies.set(row.claim_id ?? row.member_id ?? '', row.typology!);
    }
    const paths = Object.fromEntries(
      Object.entries(texts).map(([name, parts]) => {
        const path = join(folder, `${name}.csv`);
        writeFileSync(path, Buffer.concat(parts));
        return [name, path];
      }),
    );
    const target = join(folder, 'features.csv');
    await writeFeatures(preset, { paths, target });
    const table = readDelimited(readFileSync(target));
    return { table, typologies };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const numbers = (table: Table, name: string): Float64Array => {
  const column = table.columns.find((each) => each.name === name)!;
  return column.kind === 'number' ? Float64Array.from(column.values) : new Float64Array(table.rows);
};

/** Scores of boosted trees that learned the labels of the other folds. */
function boosted(table: Table, names: readonly string[], labels: Int8Array): Float64Array {
  const bins = names.map((name) => {
    const values = numbers(table, name);
    const cuts = [...new Set(values)].sort((a, b) => a - b);
    const step = Math.max(1, Math.ceil(cuts.length / 63));
    const edges = cuts.filter((_, i) => i % step === 0);
    return Uint8Array.from(values, (value) => edges.findLastIndex((edge) => value >= edge) + 1);
  });
  const scores = new Float64Array(table.rows);
  const settings = { rounds: 60, depth: 3, rate: 0.1, leastRows: 5 };
  for (let fold = 0; fold < FOLDS; fold++) {
    const rows = (held: boolean) =>
      Uint32Array.from(Array.from(labels.keys()).filter((row) => (row % FOLDS === fold) === held));
    const kept = rows(true);
    const model = boost(bins, { labels, rows: rows(false), settings });
    predict(model, bins, kept).forEach((score, i) => {
      scores[kept[i]!] = score;
    });
  }
  return scores;
}

const idOf = (table: Table, row: number): string => {
  const column = table.columns[0]!;
  return column.kind === 'category' ? column.dictionary[column.codes[row]!]! : '';
};

/** Average precision and finds of detector, booster in five folds, and each feature alone. */
export function measured(
  preset: BookPreset,
  { table, typologies }: Awaited<ReturnType<typeof featuresOf>>,
) {
  const { features } = BOOK_FEATURES[preset];
  const names = Object.keys(features);
  const labels = Int8Array.from({ length: table.rows }, (_, row) =>
    typologies.has(idOf(table, row)) ? 1 : 0,
  );
  const frauds = labels.reduce((sum, label) => sum + label, 0);
  const result: Analysis = analyze(table, {
    seed: 1n,
    described: features,
    roles: { label: 'is_fraud' },
  });
  const judged = (scores: ArrayLike<number>) => {
    const values = Float64Array.from(scores, (score) => (Number.isNaN(score) ? -1e9 : score));
    const top = Array.from(values.keys())
      .sort((a, b) => values[b]! - values[a]! || a - b)
      .slice(0, frauds);
    const found: Record<string, number> = {};
    for (const row of top) {
      const typology = typologies.get(idOf(table, row));
      if (typology !== undefined) found[typology] = (found[typology] ?? 0) + 1;
    }
    const { averagePrecision, auc } = evaluateScores(values, labels, frauds)!;
    return { averagePrecision, auc, found };
  };
  const rules = names.map((name) => {
    const values = numbers(table, name);
    return { name, ...judged(features[name]!.isLow ? values.map((value) => -value) : values) };
  });
  const counts: Record<string, number> = {};
  for (let row = 0; row < table.rows; row++) {
    const typology = typologies.get(idOf(table, row));
    if (typology !== undefined) counts[typology] = (counts[typology] ?? 0) + 1;
  }
  return {
    result,
    frauds,
    counts,
    detector: judged(result.scores),
    booster: judged(boosted(table, names, labels)),
    rules,
    best: rules.reduce((a, b) => (b.averagePrecision > a.averagePrecision ? b : a)),
  };
}
