import type { Configuration } from './schema.ts';

type Laundering = Configuration['laundering'];
type Line = readonly [
  weight: number,
  median: number,
  sigma: number,
  days: [number, number],
  source: string,
];

const typology = ([weight, median, sigma, [least, most], source]: Line) => ({
  weight,
  amount: { median, sigma },
  days: { least, most },
  source,
});

const FATF_PROFESSIONALS =
  'FATF, Professional Money Laundering (2018): networks of controlled accounts and shell firms; amounts calibrated to five digits a movement';
const FATF_TRADE =
  'FATF and Egmont Group, Trade-Based Money Laundering (2020): over- and under-invoicing settled by wire; amounts calibrated';
const FUNNEL =
  'FinCEN advisory FIN-2014-A005: cash below the threshold at branches elsewhere, withdrawn with little time elapsing';
const MULES =
  'Europol, EMMA 4 to 7 (2018 to 2021): prevented losses of EUR 1,369, 1,715, 6,779 and about 9,600 a transaction';
const STRUCTURING =
  'Institute for Justice, Seize First (2015): USD 242 million in 2,500 cases, single ones of USD 33,000 to 447,000 deposited below USD 10,000; FFIEC manual, appendix G';

/** Typologies: weight, amount of one movement in main units, shortest and longest duration. */
export const laundering: Laundering = {
  thresholds: { US: 10_000, DE: 10_000, FR: 10_000, ES: 10_000, IT: 10_000, NL: 10_000 },
  typologies: {
    fan_out: typology([1, 2600, 0.6, [2, 14], FATF_PROFESSIONALS]),
    fan_in: typology([1, 3200, 0.6, [5, 30], MULES]),
    gather_scatter: typology([1, 4200, 0.6, [7, 35], FATF_PROFESSIONALS]),
    scatter_gather: typology([1, 6500, 0.6, [3, 21], FATF_PROFESSIONALS]),
    cycle: typology([1, 30_000, 0.7, [3, 25], FATF_PROFESSIONALS]),
    random: typology([1, 14_000, 0.75, [2, 14], FATF_PROFESSIONALS]),
    bipartite: typology([1, 24_000, 0.7, [5, 30], FATF_PROFESSIONALS]),
    stack: typology([1, 32_000, 0.8, [7, 40], FATF_PROFESSIONALS]),
    structuring: typology([1.5, 7500, 0.3, [14, 75], STRUCTURING]),
    smurfing: typology([1.2, 7400, 0.25, [7, 30], STRUCTURING]),
    mule: typology([1.5, 2900, 0.7, [1, 12], MULES]),
    round_trip: typology([0.7, 8000, 0.45, [12, 60], FATF_TRADE]),
    rapid_in_out: typology([1.2, 6800, 0.7, [4, 25], MULES]),
    funnel: typology([1, 4600, 0.45, [5, 28], FUNNEL]),
    dormant_burst: typology([0.6, 11_000, 0.7, [1, 5], MULES]),
    trade_misinvoicing: typology([0.6, 15_000, 0.6, [40, 150], FATF_TRADE]),
  },
  acrossCells: 0.25,
  integration: 0.6,
  lookAlikes: 1.5,
};
