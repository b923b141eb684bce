import { exponential } from '../../../random/exponential.ts';
import { type Form, newForm } from './detail.ts';

/** Units of a currency for one euro: averages of 2024 in the ECB's reference rates. */
const PER_EURO: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.0824,
  GBP: 0.84662,
  CAD: 1.4821,
  MXN: 19.8314,
  CNY: 7.7875,
  AED: 3.9751,
  TRY: 35.5734,
  PLN: 4.3058,
  CHF: 0.9526,
  HKD: 8.4454,
};

const CURRENCY_OF: Readonly<Record<string, string>> = {
  GB: 'GBP',
  CA: 'CAD',
  MX: 'MXN',
  CN: 'CNY',
  AE: 'AED',
  TR: 'TRY',
  PL: 'PLN',
  CH: 'CHF',
  HK: 'HKD',
  US: 'USD',
};

export const currencyOf = (country: string): string => CURRENCY_OF[country] ?? 'EUR';

/** Deviation of a currency on a day in [-1, 1]: slow and fast triangle waves, and daily noise. */
function deviation(currency: string, day: number): number {
  let hash = 17;
  for (let i = 0; i < currency.length; i++) hash = Math.imul(hash, 31) + currency.charCodeAt(i);
  const wave = (period: number) => {
    const phase = ((day + (hash >>> 3)) % period) / period;
    return 4 * Math.abs(phase - 0.5) - 1;
  };
  const noise = (Math.imul(hash ^ day, 0x9e3779b1) >>> 0) / 2 ** 31 - 1;
  return 0.6 * wave(211) + 0.3 * wave(37) + 0.1 * noise;
}

const SWING = 0.04;

const perEuro = (currency: string, day: number): number =>
  currency === 'EUR' ? 1 : PER_EURO[currency] * exponential(SWING * deviation(currency, day));

/**
 * Returns the price of a currency in another one on a day, with six decimals. Invented around
 * published averages: the same for all banks.
 */
const exchangeRate = (of: string, into: string, day: number): number =>
  Math.round((perEuro(into, day) / perEuro(of, day)) * 1e6) / 1e6;

type Quote = { day: number; rate: number; form: Form };

/** Latest quote by currency and home currency. */
const quotes = new Map<string, Quote>();

/** Returns a day's rate and the texts of payments at it. */
export function quoteOf(currency: string, home: string, day: number): Quote {
  const key = currency + home;
  const latest = quotes.get(key);
  if (latest?.day === day) return latest;
  const rate = exchangeRate(currency, home, day);
  const form = newForm({
    event: 'foreign_currency',
    reason: '',
    currency,
    rate: rate.toFixed(6),
  });
  const quote = { day, rate, form };
  quotes.set(key, quote);
  return quote;
}
