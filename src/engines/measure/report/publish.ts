import { canonicalJson, type Json } from '../../../shared/canonical-json.ts';
import type { FromScratchReport } from './from-scratch.ts';
import type { PrivacyReport } from './privacy-schema.ts';
import type { QualityReport } from './quality-schema.ts';

export type Report = QualityReport | PrivacyReport | FromScratchReport;

/** Published decimal places: more would let an attacker see the effect of one row. */
const DIGITS = { 'quality/1': 4, 'privacy/1': 2, 'from-scratch/1': 4 } as const;
/** Significant digits of p-values: at two decimals, all relevant ones would be 0. */
const SIGNIFICANT = 2;

function rounded(value: Json, digits: number, key: string): Json {
  if (typeof value === 'number') {
    if (key === 'pValue' || key === 'delta') return Number(value.toPrecision(SIGNIFICANT));
    return Math.round(value * 10 ** digits) / 10 ** digits;
  }
  if (Array.isArray(value)) return value.map((item) => rounded(item, digits, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, rounded(item, digits, name)]),
  );
}

/**
 * Serializes a report for storage and hashing: rounded numbers, canonical and reproducible JSON.
 */
export function publishReport<R extends Report>(report: R): { report: R; json: string } {
  const value = rounded(report as unknown as Json, DIGITS[report.schema], '');
  return { report: value as unknown as R, json: canonicalJson(value) };
}
