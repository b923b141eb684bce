/** Engine version; increase if the same tables, options and seed would give another report. */
export const engineVersion = 'measure/9';
