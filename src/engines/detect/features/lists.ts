/** Cash reporting thresholds by currency; amounts slightly below them are flagged. */
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

export type CountryList = { name: string; date: string; countries: readonly string[] };

/** Jurisdictions under a call for action by the Financial Action Task Force. */
export const HIGH_RISK_COUNTRIES: CountryList = {
  name: 'FATF call for action',
  date: '2025-10-24',
  countries: ['IR', 'IRN', 'KP', 'PRK', 'MM', 'MMR'],
};
