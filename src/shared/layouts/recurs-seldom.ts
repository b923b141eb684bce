const MAX_CATEGORIES = 50;

export const areNoCategories = (distinct: number, present: number): boolean =>
  distinct > MAX_CATEGORIES || distinct * 2 > present;

export const recursSeldom = (distinct: number, present: number): boolean =>
  distinct > MAX_CATEGORIES && distinct * 2 > present;
