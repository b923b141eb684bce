import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl'] }] } },
});

/** Joins class names; of two that set the same thing, the last one wins. */
export const classes = (...values: ClassValue[]): string => merge(clsx(values));
