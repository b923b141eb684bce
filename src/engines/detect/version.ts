/** Engine version; increase if the same table, options and seed would give other scores. */
export const engineVersion = 'detect/7';
