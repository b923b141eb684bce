import { faker } from '@faker-js/faker';
import {
  csvEncoder,
  plan,
  type SimulationPlan,
  simulateCells,
} from '../src/engines/simulate/index.ts';

const flag = (name: string) => process.argv.includes(`--${name}`);
const rows = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);

const planOf = (transactions: number): SimulationPlan =>
  plan({
    seed: 20_251_121n,
    customers: Math.max(1, Math.round(transactions / 100)),
    accounts: Math.max(1, Math.round(transactions / 66)),
    transactions,
    preset: 'us-community-bank',
  });

function simulated(transactions: number): { seconds: number; bytes: number; rows: number } {
  const begun = process.cpuUsage();
  let bytes = 0;
  let made = 0;
  const encode = csvEncoder();
  for (const output of simulateCells(planOf(transactions), undefined, { reuse: true })) {
    bytes += encode(output.customers).length + encode(output.accounts).length;
    bytes += encode(output.transactions).length + encode(output.groundTruth).length;
    made += output.transactions.rows;
  }
  const { user, system } = process.cpuUsage(begun);
  return { seconds: (user + system) / 1e6, bytes, rows: made };
}

/** The specified columns without any ledger, as one would write them with the usual library. */
function withFaker(transactions: number): number {
  faker.seed(1);
  const begun = process.cpuUsage();
  const encoder = new TextEncoder();
  const channels = ['POS', 'ONLINE', 'ATM', 'MOBILE', 'ACH'];
  const from = new Date('2025-01-01T00:00:00Z');
  const to = new Date('2025-12-31T00:00:00Z');
  let lines: string[] = [];
  let bytes = 0;
  for (let i = 0; i < transactions; i++) {
    lines.push(
      [
        faker.string.uuid(),
        faker.finance.amount({ min: 1, max: 5000, dec: 2 }),
        'USD',
        faker.helpers.arrayElement(channels),
        faker.commerce.department(),
        faker.datatype.boolean(0.001),
        faker.date.between({ from, to }).toISOString(),
      ].join(','),
    );
    if (lines.length === 10_000) {
      bytes += encoder.encode(`${lines.join('\n')}\n`).length;
      lines = [];
    }
  }
  bytes += encoder.encode(lines.join('\n')).length;
  const { user, system } = process.cpuUsage(begun);
  if (bytes === 0 && transactions > 0) throw new Error('nothing was made');
  return (user + system) / 1e6;
}

const perSecond = (count: number, seconds: number) =>
  Math.round(count / seconds).toLocaleString('en');

simulated(Math.min(rows, 100_000));
const own = simulated(rows);
console.log(
  `simulate: ${rows} transactions with ledger, ${own.bytes} CSV bytes, ${own.seconds.toFixed(2)} s of processor time`,
);
console.log(`  ${perSecond(rows, own.seconds)} rows/s per core`);
if (!flag('alone')) {
  const count = Math.min(rows, 500_000);
  withFaker(20_000);
  const seconds = withFaker(count);
  console.log(
    `@faker-js/faker: ${count} rows of the specified columns, ${perSecond(count, seconds)} rows/s per core`,
  );
  console.log(`  ratio ${(own.rows / own.seconds / (count / seconds)).toFixed(2)}`);
}
