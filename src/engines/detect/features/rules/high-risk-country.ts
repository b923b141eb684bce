import type { Feature } from '../feature.ts';
import type { Ledger } from '../ledger.ts';
import type { CountryList } from '../lists.ts';

export function highRiskCountry(ledger: Ledger, list: CountryList): Feature | null {
  const listedCountries = new Set(list.countries);
  const countries = (['country', 'merchantCountry'] as const).flatMap(
    (role) => ledger.codes(role) ?? [],
  );
  if (countries.length === 0) return null;
  const values = new Float32Array(ledger.rows);
  const names = new Map<number, string>();
  for (const { codes, count, text } of countries) {
    const listed = Uint8Array.from({ length: count }, (_, code) =>
      listedCountries.has(text(code).trim().toUpperCase()) ? 1 : 0,
    );
    for (let i = 0; i < values.length; i++) {
      if (codes[i] < 0 || listed[codes[i]] === 0) continue;
      values[i] = 1;
      names.set(i, text(codes[i]));
    }
  }
  return {
    name: 'high_risk_country',
    values,
    tail: 'high',
    weight: 0.8,
    tag: 'high-risk country',
    sentence: (row) => `${names.get(row)} is on the list "${list.name}" of ${list.date}`,
  };
}
