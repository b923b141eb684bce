import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, sqlName, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import { simulateCommand } from '../simulate/simulate.ts';
import { fitCommand } from './fit.ts';
import { sampleCommand } from './sample.ts';

const TABLES = [
  'policyholders',
  'policies',
  'coverages',
  'policy_transactions',
  'claims',
  'claim_transactions',
];
const RELATIONS = [
  'policies.policyholder_id=policyholders.policyholder_id',
  'coverages.policy_id=policies.policy_id',
  'policy_transactions.policy_id=policies.policy_id',
  'claims.policy_id=policies.policy_id',
  'claims.coverage_id=coverages.coverage_id',
  'claim_transactions.claim_id=claims.claim_id',
];

/** Sources and conditions of laws; each condition must hold in every row of its source. */
const LAWS: Record<string, readonly [source: string, condition: string]> = {
  'written = earned + unearned': [
    'policies',
    'abs(written_premium - earned_premium - unearned_premium) < .005',
  ],
  'policy ends a year after inception': ['policies', "expiry = inception + interval '1 year'"],
  'a renewal begins where the policy before ended': [
    `(select inception, lag(expiry) over (partition by policyholder_id order by inception) as ended from policies
       qualify ended is not null)`,
    'inception = ended',
  ],
  'cover ends within the policy': ['policies', 'cover_end between inception and expiry'],
  'annual premiums of coverages = premium of the year': [
    `(select first(t.written_premium) as written, sum(annual_premium) as annual
        from policy_transactions t join coverages c using (policy_id)
       where kind in ('new', 'renewal') group by transaction_id)`,
    'abs(written - annual) < .005',
  ],
  'written premiums of transactions = written premium of the policy': [
    `(select p.written_premium as written, sum(t.written_premium) as total
        from policies p join policy_transactions t using (policy_id) group by policy_id, p.written_premium)`,
    'abs(written - total) < .005',
  ],
  'earned = written of an expired policy': [
    "(select * from policies where status = 'expired')",
    'earned_premium = written_premium',
  ],
  'commission = rate x written premium': [
    '(select * from policy_transactions where commission <> 0)',
    'abs(abs(commission / written_premium) - round(abs(commission / written_premium), 2)) < .0005',
  ],
  'transactions within the policy': [
    'policy_transactions t join policies p using (policy_id)',
    'effective_date between inception and expiry',
  ],
  'incurred = paid + case reserve': ['claims', 'abs(incurred - paid - case_reserve) < .005'],
  'case reserve is never negative': ['claims', 'case_reserve >= 0'],
  'loss, report, close in order': [
    'claims',
    'loss_date <= report_date and (close_date is null or report_date <= close_date)',
  ],
  'loss within cover': [
    'claims join policies using (policy_id)',
    'loss_date between inception and cover_end',
  ],
  'coverage of a claim belongs to its policy': [
    'claims k join coverages c using (coverage_id)',
    'k.policy_id = c.policy_id',
  ],
  'peril of a claim is that of its coverage': [
    'claims k join coverages c using (coverage_id)',
    'k.peril = c.peril',
  ],
  'payments and recoveries = paid': [
    `(select paid, coalesce(sum(amount) filter (kind in ('payment', 'recovery')), 0) as total
        from claims join claim_transactions using (claim_id) group by claim_id, paid)`,
    'abs(paid - total) < .005',
  ],
  'changes of the reserve = case reserve': [
    `(select case_reserve, coalesce(sum(amount) filter (kind = 'reserve'), 0) as total
        from claims join claim_transactions using (claim_id) group by claim_id, case_reserve)`,
    'abs(case_reserve - total) < .005',
  ],
  'no movement before the report': [
    'claim_transactions join claims using (claim_id)',
    'booked_on >= report_date',
  ],
  'no reserve movement after the close': [
    "claim_transactions t join claims using (claim_id) where close_date is not null and t.kind = 'reserve' and coalesce(status_history, '') not like '%reopened%'",
    'booked_on <= close_date',
  ],
  'payments above zero, recoveries below': [
    "(select * from claim_transactions where kind in ('payment', 'recovery'))",
    "(amount > 0) = (kind = 'payment')",
  ],
};

const pathIn = (folder: string, name: string) => join(folder, `${name}.csv`);

/** Least share of drawn rows in which a law holds, where it is not 97 %. */
const LEAST: Record<string, number> = {
  'a renewal begins where the policy before ended': 0.7,
  'annual premiums of coverages = premium of the year': 0.6,
  'payments and recoveries = paid': 0.9,
  // A sequence does not know its parent's last date.
  'no reserve movement after the close': 0,
};

/** Returns the share of rows in which each law holds. */
const sharesOf = (folder: string): Promise<Record<string, number>> =>
  withDuckDb(
    { paths: TABLES.map((name) => pathIn(folder, name)), memoryLimitMb: 500 },
    async (connection) => {
      for (const name of TABLES)
        await connection.run(
          `create view ${sqlName(name)} as select * from read_csv(${sqlPath(pathIn(folder, name))}, header = true)`,
        );
      const shares: Record<string, number> = {};
      for (const [law, [source, condition]] of Object.entries(LAWS)) {
        const [row] = await rowsOf(
          connection,
          `select avg((${condition})::int)::double from ${source}`,
        );
        shares[law] = Number(row![0]);
      }
      return shares;
    },
  );

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'insurer-laws-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Of some 20 seconds; the small version is totals-of-parents.test.ts.
test.skipIf(process.env.TEST_LONG === undefined)(
  'laws of an insurer hold in rows drawn from its tables',
  async () => {
    const customers = 1500;
    const out = join(folder, 'book');
    await simulateCommand(
      `--preset motor-insurer --customers ${customers} --accounts ${Math.ceil(customers * 4.4)} --transactions ${customers * 16} --seed 3 --out ${out}`.split(
        ' ',
      ),
    );
    const model = join(folder, 'model');
    const fitted = await fitCommand([
      ...TABLES.flatMap((name) => ['--table', `${name}=${pathIn(out, name)}`]),
      ...RELATIONS.flatMap((relation) => ['--relation', relation]),
      ...['--out', model, '--seed', '1'],
    ]);
    expect(fitted).toBe(0);
    expect(await sampleCommand([model, '--seed', '5', '--out', join(folder, 'drawn')])).toBe(0);
    const [real, drawn] = [await sharesOf(out), await sharesOf(join(folder, 'drawn'))];
    process.stdout.write(
      `${Object.keys(LAWS)
        .map((law) => `${law}: ${drawn[law]!.toFixed(3)} (book ${real[law]!.toFixed(3)})`)
        .join('\n')}\n`,
    );
    for (const law of Object.keys(LAWS)) {
      expect(real[law], law).toBeGreaterThan(0.97);
      expect(drawn[law], law).toBeGreaterThanOrEqual(LEAST[law] ?? 0.97);
    }
  },
  300_000,
);
