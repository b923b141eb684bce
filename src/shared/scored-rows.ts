/** Minimum rows for scores. Below it, chance alone moves a score by ten points. */
export const MIN_SCORED_ROWS = 100;
