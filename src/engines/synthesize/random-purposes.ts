/**
 * Purposes of the random streams of a sample. Draws of one seed and counter with the same purpose
 * would repeat each other; another number changes the rows of every seed.
 */
export const PURPOSES = {
  rareValue: 0x500000,
  givenRows: 0x510000,
  rebalancedOrder: 0x510001,
  givenHistories: 0x510002,
  spreadRows: 0x510003,
  contextChoice: 0x510004,
  codes: 0x520000,
  column: 0x530000,
  entityCodes: 0x540000,
  entityRows: 0x550000,
  historyColumn: 0x560000,
  entityColumn: 0x570000,
  tableSeed: 0x580000,
  otherParentSeed: 0x580001,
  siblingCount: 0x580002,
  siblings: 0x590000,
  siblingColumn: 0x5a0000,
  siblingRareValue: 0x5b0000,
  repeats: 0x5b8000,
  childHistory: 0x5c0000,
  childHistoryEven: 0x5c0001,
  otherParentCount: 0x5d0000,
  otherParentEvenCount: 0x5d0001,
  otherParentOrder: 0x5e0000,
  otherParentChoice: 0x5f0000,
  person: 0x600000,
  personalValue: 0x610000,
  streamCount: 0x620000,
  payments: 0x620001,
  streams: 0x630000,
  payees: 0x640000,
  payee: 0x640001,
  payeeName: 0x640002,
  payeeIban: 0x640003,
  payeeNumber: 0x640004,
  paymentText: 0x640005,
  heldMean: 0x640006,
  targetRows: 0x640007,
  birthSex: 0x640008,
  madeWords: 0x650000,
} as const;

/** Offset of the streams of a second chain of trees from those of the first. */
export const SECOND_CHAIN = 0x8000;
