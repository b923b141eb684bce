import type { RandomStream } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Customer } from './customers.ts';

/** Returns the monthly rent in minor units: about the configured income share, rounded. */
export function rentOf(
  customer: Customer,
  configuration: Configuration,
  stream: RandomStream,
): number {
  const share = configuration.recurring.rentOfIncome * (0.75 + stream.float() / 2);
  return Math.max(5000, Math.round((customer.income * share) / 500) * 500);
}
