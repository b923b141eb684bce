import { test } from 'vitest';

/** Test of the long run only; shorter ones guard the same code in each run. */
export const longTest = test.runIf(process.env.TEST_LONG);
