import { z } from 'zod';
import { isSeed, SEED_RANGE } from '../seed.ts';

const refusal = `Must be ${SEED_RANGE}`;

export const seedText = z
  .string()
  .regex(/^\d{1,20}$/, { message: refusal, abort: true })
  .refine(isSeed, refusal);

/** Seed as a number, or as text if a JSON number would lose digits. */
export const seed = z.union([z.int().min(0), seedText]);
