import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. Of two that set the same property the style sheet's order decides, so a component's
 * own classes are overruled with `!` where they have to be.
 */
export const classes = (...values: ClassValue[]): string => clsx(values);
