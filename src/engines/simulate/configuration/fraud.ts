import type { Configuration } from './schema.ts';

type Fraud = Configuration['fraud'];

const kind = (weight: number, median: number, sigma: number, source: string) => ({
  weight,
  amount: { median, sigma },
  source,
});

const APP =
  'UK Finance, 2017: 43,875 cases of authorised push payment; persons lost GBP 2,784 and firms 24,355 on average';
const CARDS = 'UK Finance, Fraud the Facts 2019: kinds of card fraud; amounts calibrated';

/** Fraud on accounts and cards; amounts are those of one movement in main units. */
export const fraud: Fraud = {
  rate: 0.0012,
  lookAlikes: 1.5,
  disputed: 0.7,
  kinds: {
    card_testing: kind(1.3, 240, 0.7, CARDS),
    lost_stolen: kind(1, 110, 0.8, CARDS),
    card_not_present: kind(2, 110, 0.9, CARDS),
    account_takeover: kind(0.8, 1100, 0.8, 'FinCEN advisory FIN-2011-A016; amounts calibrated'),
    push_payment_scam: kind(0.9, 1500, 1.1, APP),
    mule_recruitment: kind(
      0.5,
      220,
      0.5,
      'Europol, EMMA 4 to 7: recruitment by offers of easy work',
    ),
    bust_out: kind(
      0.5,
      260,
      0.7,
      'Experian, bust-out fraud (2009): lines used up within weeks; calibrated',
    ),
    first_party: kind(0.7, 160, 0.7, 'Visa dispute conditions 10.4 and 13.1; amounts calibrated'),
    application: kind(
      0.4,
      620,
      0.35,
      'FinCEN advisory FIN-2020-A007: unemployment insurance fraud; weekly benefits as of the US Department of Labor',
    ),
    refund_abuse: kind(
      0.5,
      95,
      0.6,
      'NRF, Consumer returns (2022): 10.4 % of returns are fraudulent',
    ),
  },
};
