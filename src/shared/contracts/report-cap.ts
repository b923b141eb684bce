const REACHED = 'batches of this dataset have been measured, which is as many as may be';

/** What a batch's manifest says where its dataset had been measured as often as it may be. */
export const capReachedText = (made: number): string =>
  `not scored: ${made} ${REACHED}; repeated reports increase disclosure risk. An administrator can allow more.`;

/** Whether that is why a batch was not measured. */
export const isCapReached = (withheld: string | null): boolean =>
  withheld?.includes(REACHED) ?? false;
