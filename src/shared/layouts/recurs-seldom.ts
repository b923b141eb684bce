/** Maximum number of categories of a column without other evidence. */
const MAX_CATEGORIES = 50;

/** Returns true if values are too many, or recur too rarely, to be categories. */
export const areNoCategories = (distinct: number, present: number): boolean =>
  distinct > MAX_CATEGORIES || distinct * 2 > present;

/** Returns true if values are many and recur less than twice on average. */
export const recursSeldom = (distinct: number, present: number): boolean =>
  distinct > MAX_CATEGORIES && distinct * 2 > present;
