import type { Feature } from './feature.ts';
import type { Ledger } from './ledger.ts';
import type { CountryList, ReportingThresholds } from './lists.ts';
import { duplicates } from './rules/duplicates.ts';
import { highRiskCountry } from './rules/high-risk-country.ts';
import { inAndOut } from './rules/in-and-out.ts';
import { roundness } from './rules/roundness.ts';
import { structuring } from './rules/structuring.ts';

export type RuleLists = { thresholds: ReportingThresholds; highRisk: CountryList };

/** Builds the features of the rule book: rows that break no rule have 0. */
export function ruleFeatures(ledger: Ledger, lists: RuleLists): Feature[] {
  return [
    structuring(ledger, lists.thresholds),
    duplicates(ledger),
    inAndOut(ledger),
    highRiskCountry(ledger, lists.highRisk),
    roundness(ledger),
  ].filter((feature): feature is Feature => feature?.values.some((value) => value > 0) ?? false);
}
