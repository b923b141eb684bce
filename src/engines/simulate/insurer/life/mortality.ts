import { exponential, naturalLog } from '../../../random/exponential.ts';

/** Force of mortality by Makeham's law: a + b c^age. */
export type Makeham = { a: number; b: number; c: number };

/** Last age of the table; death within its year is certain. */
export const LAST_AGE = 120;

/** Values of a table by age, at a yearly interest. */
export type Commutation = {
  interest: number;
  /** Probability to die within a year. */
  q: Float64Array;
  /** Value of 1 paid at the end of the year of death, and of 1 paid at the start of each year lived. */
  insurance: Float64Array;
  annuity: Float64Array;
  /** Value of 1 paid after the years between two ages if alive: v^n p. */
  endowment: (age: number, until: number) => number;
};

/**
 * Tabulates whole life insurance and annuities-due by backward recursion: A(x) = v q + v p A(x+1),
 * ä(x) = 1 + v p ä(x+1). Survival over a year is exp(-a - b c^x (c - 1) / ln c).
 */
export function commutation({ a, b, c }: Makeham, interest: number): Commutation {
  const v = 1 / (1 + interest);
  const q = new Float64Array(LAST_AGE + 1);
  const insurance = new Float64Array(LAST_AGE + 2);
  const annuity = new Float64Array(LAST_AGE + 2);
  const log = naturalLog(c);
  for (let age = LAST_AGE; age >= 0; age--) {
    const p = age === LAST_AGE ? 0 : exponential(-a - (b * exponential(log * age) * (c - 1)) / log);
    q[age] = 1 - p;
    insurance[age] = v * q[age] + v * p * insurance[age + 1];
    annuity[age] = 1 + v * p * annuity[age + 1];
  }
  const endowment = (age: number, until: number) => {
    let value = 1;
    for (let at = age; at < until; at++) value *= v * (1 - q[at]);
    return value;
  };
  return { interest, q, insurance, annuity, endowment };
}

type LifeProduct = 'term' | 'whole_life' | 'annuity';

/** Contract as valued: sum insured (or yearly annuity) and net premium, in minor units. */
export type LifeContract = {
  product: LifeProduct;
  issueAge: number;
  /** Age at which cover and premiums end. */
  endAge: number;
  benefit: number;
  netPremium: number;
};

/** Value of the benefits of one unit from an age on. */
const benefitValue = (
  table: Commutation,
  { product, endAge }: LifeContract,
  age: number,
): number => {
  if (product === 'annuity') return table.annuity[age] - 1;
  return table.insurance[age] - table.endowment(age, endAge) * table.insurance[endAge];
};

const premiumValue = (
  table: Commutation,
  { product, endAge, issueAge }: LifeContract,
  age: number,
): number => {
  if (product === 'annuity') return age === issueAge ? 1 : 0;
  return table.annuity[age] - table.endowment(age, endAge) * table.annuity[endAge];
};

/** Returns the net premium by equivalence at issue: value of premiums = value of benefits. */
export const netPremiumOf = (table: Commutation, contract: LifeContract): number =>
  (contract.benefit * benefitValue(table, contract, contract.issueAge)) /
  premiumValue(table, contract, contract.issueAge);

/**
 * Returns the net premium reserve after whole years, before the premium then due: benefits less
 * premiums to come. It follows V(t+1) = ((V(t) + P)(1 + i) - q S) / p; an annuity pays at the end of
 * each year survived.
 */
export function reserveAt(table: Commutation, contract: LifeContract, year: number): number {
  const age = contract.issueAge + year;
  if (age >= contract.endAge) return 0;
  const premiums = contract.netPremium * premiumValue(table, contract, age);
  return contract.benefit * benefitValue(table, contract, age) - premiums;
}
