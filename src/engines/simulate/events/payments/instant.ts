import { detailOf, formOf } from './detail.ts';

/** Details of instant payments: SEPA's scheme, and the networks of the United States. */
const INSTANT = {
  us: detailOf(formOf('instant', 'RTP')),
  other: detailOf(formOf('instant', 'SCT Inst')),
} as const;

export const instantDetail = (country: string) => (country === 'US' ? INSTANT.us : INSTANT.other);

/** Returns true if a transfer is instant: by day and amount, so that both sides agree. */
export function isInstant(amount: number, day: number, limit: number): boolean {
  const size = Math.abs(amount);
  const x = Math.imul((size % 0x7fffffff) ^ Math.imul(day, 0x85ebca6b), 0x2c1b3c6d);
  return Math.imul(x ^ (x >>> 15), 0x9e3779b1) >>> 0 < limit;
}
