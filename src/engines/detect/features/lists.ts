/** Cash thresholds by currency; amounts slightly below them are flagged. */
export type ReportingThresholds = Readonly<Record<string, number>>;

export const REPORTING_THRESHOLDS: ReportingThresholds = {
  USD: 10_000,
  EUR: 10_000,
  GBP: 10_000,
  CAD: 10_000,
  AUD: 10_000,
  CHF: 15_000,
  NZD: 10_000,
};

/** Laws by which banks report cash from the thresholds above; other countries have no such report. */
const LAWS: Readonly<Record<string, string>> = {
  USD: '31 CFR 1010.311',
  CAD: 'SOR/2002-184',
  AUD: 'AML/CTF Act 2006, s. 43',
  NZD: 'AML/CFT Act 2009, s. 48A',
};

/** Names a threshold: a report with its law, a usual limit for cash without one, or the user's own. */
export function thresholdName(currency: string, limit: number, text: string): string {
  if (REPORTING_THRESHOLDS[currency] !== limit) return `the threshold of ${text}`;
  const law = LAWS[currency];
  return law === undefined
    ? `${text}, a usual limit for cash`
    : `the cash reporting threshold of ${text} (${law})`;
}

export type CountryList = { name: string; date: string; countries: readonly string[] };

/** Jurisdictions under a call for action by the Financial Action Task Force. */
export const HIGH_RISK_COUNTRIES: CountryList = {
  name: 'FATF call for action',
  date: '2025-10-24',
  countries: ['IR', 'IRN', 'KP', 'PRK', 'MM', 'MMR'],
};
