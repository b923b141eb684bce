import { UINT32_RANGE } from '../../../random/stream.ts';

/**
 * Decides by eight bits of a draw with a probability in 256ths. One 32-bit draw serves several
 * decisions, each by separate bits; decisions by sixteen bits have probabilities in 65,536ths.
 */
export const decidedBy8Bits = (bits: number, of256: number): boolean => (bits & 0xff) < of256;

/** Decides by a whole draw with a probability of 0 … 1. */
export const falls = (draw: number, probability: number): boolean =>
  draw < probability * UINT32_RANGE;

/** Probability that a purchase is at one of the customer's regular merchants: 55 %. */
export const LOYAL_PURCHASE_OF_256 = 140;

/** Probability that a transfer out stays within the cell if the receiver can take it: 35 %. */
export const TRANSFER_INSIDE_OF_256 = 90;

/** Probability of a transfer with a party abroad: 2.4 % for a customer of the low segment. */
export const TRANSFER_ABROAD_OF_65536 = 1600;

/** Probability that an event on a business account is trade rather than consumer spending: 80 %. */
export const TRADE_OF_256 = 205;

/** Probability that trade is income: 43 %. */
export const TRADE_INCOME_OF_256 = 110;

/** Probability of a cash purchase, per unit by which the customer's use of cash exceeds 1. */
export const CASH_PURCHASE = 0.045;
