/** Amounts above which cash must be reported, by currency; what lies a little below them is looked at. */
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

/** Jurisdictions subject to a call for action, as the Financial Action Task Force lists them. */
export const HIGH_RISK_COUNTRIES: CountryList = {
  name: 'FATF call for action',
  date: '2025-10-24',
  countries: ['IR', 'IRN', 'KP', 'PRK', 'MM', 'MMR'],
};
