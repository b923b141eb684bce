/** Returns seconds from UTC to local standard time, of the middle of the country. */
export const localOffset = (country: string): number => (country === 'US' ? -18_000 : 3600);
