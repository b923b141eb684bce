const REACHED = 'batches of this dataset have been measured, which is as many as may be';

export const capReachedText = (made: number): string =>
  `not scored: ${made} ${REACHED}; repeated reports increase disclosure risk. An administrator can allow more.`;

export const isCapReached = (withheld: string | null): boolean =>
  withheld?.includes(REACHED) ?? false;
