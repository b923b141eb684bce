import type { Alerts } from './alerts.ts';
import type { Truth } from './truth.ts';

export type CapacityFigures = {
  /** Number of alerts reviewed, the highest scores first. */
  capacity: number;
  found: number;
  schemes: number;
  moneyFound: number;
  /** Alerts reviewed times the cost of one, plus the money of positive rows without a review. */
  cost: number;
};

/** Returns what reviewing the first alerts finds and costs, per capacity and for all alerts. */
export function capacityFigures(
  alerts: Alerts,
  truth: Truth,
  { capacities, alertCost }: { capacities: readonly number[]; alertCost: number },
): CapacityFigures[] {
  const total = truth.positive.reduce((sum, label, row) => sum + label * truth.money[row], 0);
  const sizes = new Set([
    ...capacities.filter((capacity) => capacity < alerts.rows.length),
    alerts.rows.length,
  ]);
  return Array.from(sizes)
    .sort((a, b) => a - b)
    .map((capacity) => {
      const hits = Array.from(alerts.rows.subarray(0, capacity)).filter(
        (row) => row >= 0 && truth.positive[row] === 1,
      );
      const moneyFound = hits.reduce((sum, row) => sum + truth.money[row], 0);
      return {
        capacity,
        found: hits.length,
        schemes: new Set(hits.map(truth.scheme)).size,
        moneyFound,
        cost: capacity * alertCost + total - moneyFound,
      };
    });
}
