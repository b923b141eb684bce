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

/** Sources of the thresholds above. */
const SOURCES: Readonly<Record<string, string>> = {
  USD: '31 CFR 1010.311',
  EUR: 'Regulation (EU) 2018/1672',
  GBP: 'Money Laundering Regulations 2017, reg. 14, in euros',
  CAD: 'SOR/2002-184',
  AUD: 'AML/CTF Act 2006, s. 43',
  CHF: 'FINMA AMLO, art. 51',
  NZD: 'AML/CFT Act 2009, s. 48A',
};

/** Returns the source of a threshold in parentheses; empty for thresholds that the user set. */
export const thresholdSource = (currency: string, limit: number): string =>
  REPORTING_THRESHOLDS[currency] === limit ? ` (${SOURCES[currency]})` : '';

export type CountryList = { name: string; date: string; countries: readonly string[] };

/** Jurisdictions under a call for action by the Financial Action Task Force. */
export const HIGH_RISK_COUNTRIES: CountryList = {
  name: 'FATF call for action',
  date: '2025-10-24',
  countries: ['IR', 'IRN', 'KP', 'PRK', 'MM', 'MMR'],
};
