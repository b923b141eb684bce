import { UINT32_RANGE } from '../../../random/stream.ts';

/**
 * One 32-bit draw decides several things, each by bits of its own. What eight bits decide has a probability
 * counted in 256ths, what sixteen decide one in 65,536ths.
 */
export const decidedBy8Bits = (bits: number, of256: number): boolean => (bits & 0xff) < of256;

/** Whether a whole draw falls within a probability of 0 … 1. */
export const falls = (draw: number, probability: number): boolean =>
  draw < probability * UINT32_RANGE;

/** A purchase is at one of the customer's regular merchants: 62 %. */
export const LOYAL_PURCHASE_OF_256 = 158;

/** A transfer out stays within the cell where the drawn receiver can take it: 35 %. */
export const TRANSFER_INSIDE_OF_256 = 90;

/** A transfer is with a party abroad: 2.4 % for a customer of the low segment. */
export const TRANSFER_ABROAD_OF_65536 = 1600;

/** An event on a business account is trade rather than consumer spending: 80 %. */
export const TRADE_OF_256 = 205;

/** Trade brings money in: 43 %. */
export const TRADE_INCOME_OF_256 = 110;

/** A purchase is paid in cash: this probability for each unit by which the customer's use of cash exceeds 1. */
export const CASH_PURCHASE = 0.045;
