import { canonicalJson, type Json } from '../../../shared/canonical-json.ts';
import type { FromScratchReport } from './from-scratch.ts';
import type { PrivacyReport } from './privacy-schema.ts';
import type { QualityReport } from './quality-schema.ts';

export type Report = QualityReport | PrivacyReport | FromScratchReport;

/** Digits that leave the house: more would show an attacker what one row changes. */
const DIGITS = { 'quality/1': 4, 'privacy/1': 2, 'from-scratch/1': 4 } as const;
/** Tests of chance are kept to two significant digits: rounded to two places all that matter would be 0. */
const SIGNIFICANT = 2;

function rounded(value: Json, digits: number, key: string): Json {
  if (typeof value === 'number') {
    if (key === 'pValue' || key === 'delta') return Number(value.toPrecision(SIGNIFICANT));
    return Math.round(value * 10 ** digits) / 10 ** digits;
  }
  if (Array.isArray(value)) return value.map((one) => rounded(one, digits, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, rounded(one, digits, name)]),
  );
}

/**
 * A report as it is stored and handed out: numbers rounded, in one spelling, so that its hash can stand in a manifest
 * and the same tables, options and seed give the same bytes.
 */
export function publishReport<R extends Report>(report: R): { report: R; json: string } {
  const value = rounded(report as unknown as Json, DIGITS[report.schema], '');
  return { report: value as unknown as R, json: canonicalJson(value) };
}
