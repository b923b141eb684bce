/** More different values than categories of which nothing else is known have. */
const MAX_CATEGORIES = 50;

/** Whether a column has too many different values for categories, or they recur too seldom. */
export const areNoCategories = (distinct: number, present: number): boolean =>
  distinct > MAX_CATEGORIES || distinct * 2 > present;

/** Whether its values recur too seldom to be learned as words: many, and each less than twice on average. */
export const recursSeldom = (distinct: number, present: number): boolean =>
  distinct > MAX_CATEGORIES && distinct * 2 > present;
