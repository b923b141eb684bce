import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. For the same property the order in the style sheet decides, so overrides of a
 * component's classes need `!`.
 */
export const classes = (...values: ClassValue[]): string => clsx(values);
