import { type ClassValue, clsx } from 'clsx';

/** Joins class names. The style sheet's order decides, so overrides of a component need `!`. */
export const classes = (...values: ClassValue[]): string => clsx(values);
