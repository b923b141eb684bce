import { exponential, naturalLog, squareRoot } from '../../random/exponential.ts';
import { logNormalTable, type QuantileTable, standardNormal } from '../../random/quantile-table.ts';
import type { Configuration } from '../configuration/schema.ts';
import { type Customer, INCOME_FACTOR } from './customers.ts';

/** Center and variance of the logarithm of a ticket factor. */
type Spread = { center: number; variance: number };

export function spreadOf(logs: ArrayLike<number>, weights: ArrayLike<number>): Spread {
  let total = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < logs.length; i++) {
    total += weights[i];
    sum += weights[i] * logs[i];
    squares += weights[i] * logs[i] * logs[i];
  }
  if (total === 0) return { center: 0, variance: 0 };
  const center = sum / total;
  return { center, variance: Math.max(0, squares / total - center * center) };
}

const rawSpendingScale = (relative: number): number =>
  Math.min(1.8, Math.max(0.6, 0.6 + 0.4 * relative));

const STEP = 8;

const spendingScales = new WeakMap<Configuration, Spread>();

function spendingScalesOf(configuration: Configuration): Spread {
  const cached = spendingScales.get(configuration);
  if (cached !== undefined) return cached;
  const { employment, monthlyIncome } = configuration.people;
  const logs: number[] = [];
  const weights: number[] = [];
  for (const [name, share] of Object.entries(employment)) {
    const factor = INCOME_FACTOR[name as Customer['employment']];
    for (let i = 0; i < standardNormal.length; i += STEP) {
      const relative = factor * exponential(monthlyIncome.sigma * standardNormal[i]);
      logs.push(naturalLog(rawSpendingScale(relative)));
      weights.push(share);
    }
  }
  const spread = spreadOf(logs, weights);
  spendingScales.set(configuration, spread);
  return spread;
}

/** Returns a customer's ticket factor; its logarithm has mean 0 over all customers. */
export function spendingScaleOf(configuration: Configuration, customer: Customer): number {
  if (customer.employment === 'business') return 1;
  const typical = configuration.people.monthlyIncome.median * 100;
  return (
    rawSpendingScale(customer.income / typical) *
    exponential(-spendingScalesOf(configuration).center)
  );
}

/** Minimum variance of tickets after subtracting that of merchants and customers. */
const MIN_VARIANCE = 0.01;

/**
 * Tabulates the ticket quantiles of each category in minor units, before the factors of merchants
 * and customers: their variance is subtracted from the configured one, so that the total matches
 * the configuration.
 *
 * @param levels by category: variance of the logarithm of merchants' levels
 */
export function ticketTables(
  configuration: Configuration,
  levels: readonly number[],
): QuantileTable[] {
  const { variance } = spendingScalesOf(configuration);
  return configuration.categories.map(({ ticket: { median, sigma } }, category) => {
    const own = sigma * sigma - variance - levels[category];
    return logNormalTable(median * 100, squareRoot(Math.max(MIN_VARIANCE, own)));
  });
}
