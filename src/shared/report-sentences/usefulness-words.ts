/** Verdicts on usefulness as pages and prints show them. */
export const USEFULNESS_WORDS = {
  useful: 'Useful',
  limited: 'Limited use',
  unfit: 'Unfit for use',
  withheld: 'Usefulness not judged',
} as const;
