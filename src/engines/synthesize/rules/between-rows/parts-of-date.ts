/** Returns the month of a date, from 0. */
export const monthOf = (moment: number): number => new Date(moment).getUTCMonth();

/** Returns the year of a date; 0 for none. */
export const yearOf = (moment: number): number =>
  Number.isNaN(moment) ? 0 : new Date(moment).getUTCFullYear();
