import { expect, test } from 'vitest';
import { euRetailBank } from '../configuration/eu-retail-bank.ts';
import { plan } from '../plan.ts';
import { aggregatesOf } from './aggregates.ts';
import { calibrate } from './calibrate.ts';
import { movementsOfBank } from './movements-of-bank.ts';
import { scaleMoney } from './scale-money.ts';

/** A bank in another currency with much cash, quiet summers and busy Mondays. */
function otherBank() {
  const configuration = structuredClone(euRetailBank);
  scaleMoney(configuration, 23);
  configuration.mix = { ...configuration.mix, purchase: 0.35, cashWithdrawal: 0.3, wire: 0 };
  configuration.calendar.months[6] = 0.5;
  configuration.calendar.weekdays[0] = 1.6;
  configuration.rowsPerAccountMonth = 12;
  return plan({
    seed: 9n,
    customers: 1500,
    accounts: 1500,
    transactions: 1500 * 12 * 12,
    preset: 'eu-retail-bank',
    configuration,
    amlRate: 0,
    startDate: configuration.window.start,
    endDate: configuration.window.end,
  });
}

test.runIf(process.env.TEST_LONG)(
  'a bank is fitted to the figures of another one',
  () => {
    const goal = aggregatesOf(movementsOfBank(otherBank()));
    const { configuration, figures } = calibrate(goal, {
      preset: 'eu-retail-bank',
      title: 'Like it',
      seed: 4n,
    });
    const far = figures.filter(({ ratio }) => ratio === null || !(Math.abs(ratio - 1) < 0.05));
    // Every tenth row of the file is overdrawn.
    expect(far.length).toBeLessThanOrEqual(3);
    for (const { ratio } of far) expect(Math.abs(ratio! - 1)).toBeLessThan(0.2);
    expect(configuration.title).toBe('Like it');
    expect(configuration.calendar.months[6]! / configuration.calendar.months[5]!).toBeLessThan(
      0.65,
    );
  },
  600_000,
);
