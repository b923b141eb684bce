import { expect, test } from 'vitest';
import { crimeBank, measureBank } from './own-crime.fixture.ts';

// Of 40,000 rows on one seed the order is the same. The test of an insurer's fraud is in each run.
test.runIf(process.env.TEST_LONG).each([1n, 2n, 3n].map((seed) => [seed, 200_000] as const))(
  'simulated bank, seed %s of %s rows: above each of twelve one-line rules',
  (seed, rows) => {
    const own = measureBank(crimeBank(seed, rows));
    const best = (key: 'rows' | 'accounts') => Math.max(...own.rules.map((rule) => rule[key]));
    process.stdout.write(
      `seed ${seed}, ${rows} rows: AP of rows ${own.rows.toFixed(3)} (best rule ${best('rows').toFixed(3)}), of accounts ${own.accounts.toFixed(3)} (best rule ${best('accounts').toFixed(3)})\n`,
    );
    expect(own.rows).toBeGreaterThanOrEqual(0.1);
    expect(own.accounts).toBeGreaterThanOrEqual(0.35);
    expect(own.rules).toHaveLength(12);
    for (const rule of own.rules) {
      expect(own.rows, rule.name).toBeGreaterThan(rule.rows);
      expect(own.accounts, rule.name).toBeGreaterThan(rule.accounts);
    }
    const kinds = own.anomalies.map(({ reasons }) => reasons.length);
    expect(kinds.filter((count) => count === 3).length / kinds.length).toBeGreaterThan(0.5);
  },
  600_000,
);
