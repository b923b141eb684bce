import {
  csvEncoder,
  csvHeader,
  groundTruthFields,
  plan,
  simulateCells,
  transactionFields,
} from '../simulate/index.ts';
import type { Table } from '../table/table.ts';
import { evaluateScores } from './evaluate-scores.ts';
import { analyze, readLabels } from './index.ts';
import { readDelimited } from './read-delimited.fixture.ts';
import { accountEvidence } from './score-accounts.ts';
import { oneLineRules } from './score-alerts/one-line-rules.ts';
import { readTruth } from './score-alerts/truth.ts';

export type CrimeBank = { transactions: Table; truth: Table };

/** Simulates a bank with 1 % laundering, and its ground truth. */
export function crimeBank(seed: bigint, transactions: number): CrimeBank {
  const size = { customers: transactions / 100, accounts: (transactions * 3) / 200, transactions };
  const made = plan({ ...size, seed, amlRate: 0.01, preset: 'us-community-bank' });
  const [encode, encodeTruth] = [csvEncoder(), csvEncoder()];
  const chunks = [Buffer.from(csvHeader({ fields: transactionFields }))];
  const truth = [Buffer.from(csvHeader({ fields: groundTruthFields }))];
  for (const cell of simulateCells(made, [...made.cells.keys()], { reuse: true })) {
    if (cell.transactions.rows > 0) chunks.push(Buffer.from(encode(cell.transactions)));
    if (cell.groundTruth.rows > 0) truth.push(Buffer.from(encodeTruth(cell.groundTruth)));
  }
  return {
    transactions: readDelimited(Buffer.concat(chunks)),
    truth: readDelimited(Buffer.concat(truth)),
  };
}

const averagePrecision = (scores: Float64Array, labels: ArrayLike<number>): number =>
  evaluateScores(scores, Int8Array.from(labels), 100)!.averagePrecision;

/** Average precision of rows and accounts without labels, of twelve rules, and by typology. */
export function measureBank({ transactions, truth }: CrimeBank) {
  const { scores, anomalies } = analyze(transactions, { seed: 1n });
  const { ledger, positive, typology } = readTruth(transactions, truth);
  const label = transactions.columns.find(({ name }) => name === 'aml_flag')!;
  const labels = readLabels(label)!;
  const owner = ledger.owner!;
  const guilty = new Int8Array(owner.count);
  labels.forEach((flagged, row) => {
    if (flagged === 1) guilty[owner.codes[row]] = 1;
  });
  const scored = oneLineRules(ledger).map(({ name, scores: given }) => ({
    name,
    filled: Float64Array.from(given, (score) => (Number.isNaN(score) ? -1e300 : score)),
  }));
  const rules = scored.map(({ name, filled }) => {
    const best = new Float64Array(owner.count).fill(-1e300);
    filled.forEach((score, row) => {
      const code = owner.codes[row];
      if (score > best[code]) best[code] = score;
    });
    const [rows, accounts] = [averagePrecision(filled, labels), averagePrecision(best, guilty)];
    return { name, rows, accounts };
  });
  const names = Array.from(positive, (flag, row) => (flag === 1 ? typology(row) : null));
  const kinds = [...new Set(names)].filter((name) => name !== null).sort();
  // Other crime is neither right nor wrong for a typology.
  const typologies = kinds.map((name) => {
    const rows = Uint32Array.from(names.keys()).filter(
      (row) => names[row] === null || names[row] === name,
    );
    const own = Int8Array.from(rows, (row) => (names[row] === name ? 1 : 0));
    const precision = (of: Float64Array) =>
      averagePrecision(
        Float64Array.from(rows, (row) => of[row]),
        own,
      );
    const byRule = scored.map((rule) => ({ rule: rule.name, precision: precision(rule.filled) }));
    const best = byRule.reduce((most, each) => (each.precision > most.precision ? each : most));
    const count = own.reduce((sum, flag) => sum + flag, 0);
    return { name, count, base: count / rows.length, precision: precision(scores), best };
  });
  const { evidence } = accountEvidence(ledger, null, scores)!;
  return {
    rows: averagePrecision(scores, labels),
    accounts: averagePrecision(evidence, guilty),
    rules,
    typologies,
    anomalies,
  };
}
