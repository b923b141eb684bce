/** Rows of a batch below which neither quality nor privacy has a score: by chance alone it would move by ten points. */
export const MIN_SCORED_ROWS = 100;
