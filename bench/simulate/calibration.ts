import { readFileSync } from 'node:fs';
import { areaUnderCurve } from '../../src/engines/measure/models/area-under-curve.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import {
  accountAggregates,
  quantile,
} from '../../src/engines/simulate/calibrate/account-aggregates.ts';
import {
  calibrateTo,
  likenessOf,
  type Movements,
  OTHER,
} from '../../src/engines/simulate/index.ts';
import { daysFromCivil } from '../../src/shared/civil-date.ts';

/**
 * Fits a bank to a third of the accounts of Berka's `trans` file, and attacks membership: whose
 * accounts are nearer to the bank than to a reference. `node bench/simulate.ts --calibration FILE`
 */
const KINDS: Readonly<Record<string, number>> = {
  VYBER: 1,
  VKLAD: 2,
  'PREVOD NA UCET': 3,
  'PREVOD Z UCTU': 4,
  'VYBER KARTOU': 0,
  'VYBER SLUZBY': OTHER + 1,
  UROK: OTHER + 2,
};
const kindOf = (operation: string, symbol: string) =>
  KINDS[`${operation} ${symbol}`.trim()] ?? KINDS[operation] ?? OTHER;

const lines = readFileSync(process.argv.at(-1)!, 'utf8')
  .replaceAll('"', '')
  .trim()
  .split('\n')
  .slice(1);
const rows = lines.map((line) => line.split(';')).filter(({ length }) => length === 10);
const third = (account: string) => streamFor(7n, Number(account), 1).below(3);

function movementsOf(part: number): Movements {
  const own = rows.filter(([, account]) => third(account!) === part);
  const ids = new Map<string, number>();
  for (const [, account] of own) if (!ids.has(account!)) ids.set(account!, ids.size);
  const dayOf = (date: string) =>
    daysFromCivil(1900 + Number(date.slice(0, 2)), Number(date.slice(2, 4)), Number(date.slice(4)));
  return {
    accounts: ids.size,
    account: Int32Array.from(own, ([, account]) => ids.get(account!)!),
    day: Int32Array.from(own, ([, , date]) => dayOf(date!)),
    amount: Float64Array.from(own, (row) => Number(row[5])),
    kind: Uint8Array.from(own, (row) => kindOf(row[4]!, row[7]!.trim())),
    balance: Float64Array.from(own, (row) => Number(row[6])),
  };
}

const [members, others, reference] = [0, 1, 2].map(movementsOf) as [
  Movements,
  Movements,
  Movements,
];
const { bank, figures } = calibrateTo(members, {
  preset: 'eu-retail-bank',
  title: 'third',
  seed: 1n,
});
const near = figures.filter(({ ratio }) => ratio !== null && Math.abs(ratio - 1) <= 0.05).length;
console.log(`${near} of ${figures.length} figures within 5 % on ${members.accounts} accounts`);
const likeness = (of: Movements) => likenessOf(of, bank, 1n)?.auc.toFixed(3);
console.log(`classifier: AUC ${likeness(members)} of members, ${likeness(others)} of others`);

// Homer et al. (2008): the score adds up, by aggregate, how far an account is on the bank's side
// of the reference; ranks, so that no aggregate outweighs the others.
const rankIn = (sorted: Float64Array, value: number) =>
  Number.isNaN(value) ? 0.5 : sorted.filter((one) => one < value).length / sorted.length;
const base = accountAggregates(reference).map(({ values }) =>
  values.filter((value) => !Number.isNaN(value)).sort(),
);
const shift = accountAggregates(bank).map(
  ({ values }, i) =>
    quantile(
      [...values].filter((value) => !Number.isNaN(value)).map((value) => rankIn(base[i]!, value)),
      0.5,
    ) - 0.5,
);
const scoresOf = (of: Movements) => {
  const columns = accountAggregates(of);
  return Array.from(columns[0]!.values, (_, account) =>
    columns.reduce(
      (sum, { values }, i) => sum + shift[i]! * (rankIn(base[i]!, values[account]!) - 0.5),
      0,
    ),
  );
};
const [own, foreign] = [scoresOf(members), scoresOf(others)];
const auc = areaUnderCurve(
  Float64Array.from([...own, ...foreign]),
  Uint8Array.from([...own.map(() => 1), ...foreign.map(() => 0)]),
)!;
const error = Math.sqrt((own.length + foreign.length + 1) / (12 * own.length * foreign.length));
console.log(
  `membership attack: AUC ${auc.toFixed(3)}, 0.5 +- ${(1.96 * error).toFixed(3)} by chance`,
);
