import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PresetName } from './configuration/presets.ts';
import { bankOf } from './testing.ts';
import { anyConfiguration } from './testing-configurations.ts';
import { faultsOf } from './testing-faults.ts';

test('over random configurations money is conserved, nothing is orphaned, and accounts live legally', () => {
  fc.assert(
    fc.property(
      fc.record({
        configuration: anyConfiguration,
        seed: fc.bigInt({ min: 0n, max: 0xffffffffffffffffn }),
        customers: fc.integer({ min: 1, max: 1400 }),
        accounts: fc.integer({ min: 1, max: 1800 }),
        transactions: fc.integer({ min: 0, max: 5000 }),
        amlRate: fc.constantFrom(0, 0.001, 0.02, 0.2),
        window: fc.constantFrom(
          {},
          { startDate: '2024-02-26', endDate: '2024-04-02' },
          { startDate: '2023-06-15', endDate: '2025-01-31' },
        ),
      }),
      ({ window, configuration, ...request }) => {
        const preset: PresetName =
          configuration.country === 'US' ? 'us-community-bank' : 'eu-retail-bank';
        const bank = bankOf({ ...request, ...window, configuration, preset });
        expect(faultsOf(bank)).toEqual([]);
      },
    ),
    { numRuns: process.env.TEST_LONG ? 500 : 40, seed: 6 },
  );
}, 600_000);
