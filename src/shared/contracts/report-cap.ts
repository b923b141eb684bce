const REACHED = 'batches of this dataset have been measured, which is as many as may be';

/** Reason recorded in a batch's manifest when its dataset has reached the report limit. */
export const capReachedText = (made: number): string =>
  `not scored: ${made} ${REACHED}; repeated reports increase disclosure risk. An administrator can allow more.`;

/** Returns true if a batch was not measured because of the report limit. */
export const isCapReached = (withheld: string | null): boolean =>
  withheld?.includes(REACHED) ?? false;
