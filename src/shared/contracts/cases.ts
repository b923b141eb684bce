import { z } from 'zod';
import { drawnAccount } from './batches.ts';

export const caseBody = z.strictObject({
  case_id: z.uuid('case_id must be the id of a case'),
});

/** Rows of the file, from 1. */
const rows = z.array(z.int());

const fact = z.strictObject({ text: z.string(), rows });

export const openCaseAnswer = z.strictObject({
  case_id: z.uuid(),
  subject_column: z.string(),
  subject: z.string(),
  filename: z.string(),
  kind: z.enum(['upload', 'synthetic', 'blend']),
  rows,
  reasons: z.array(z.strictObject({ row: z.int(), feature: z.string(), sentence: z.string() })),
  /** Rows of the subject and of the accounts of its patterns that were read; cut at a limit. */
  rows_read: z.int(),
  is_cut: z.boolean(),
  /** Null if the file has no times and amounts. */
  drawn: drawnAccount.nullable(),
  network: z.strictObject({
    accounts: z.array(z.string()),
    /** In order of time. */
    transfers: z.array(
      z.strictObject({
        from: z.int(),
        to: z.int(),
        at: z.string().nullable(),
        amount: z.number().nullable(),
        rows,
        flagged: z.boolean(),
      }),
    ),
    omitted: z.int(),
  }),
  usual: z.array(
    z.strictObject({ name: z.string(), usual: z.string(), flagged: z.string(), rows }),
  ),
  narrative: z.array(z.strictObject({ question: z.string(), facts: z.array(fact) })),
  checks: z.array(z.string()),
  /** Other cases of the same account or customer, or of accounts of its network. */
  earlier: z.array(
    z.strictObject({
      id: z.uuid(),
      subject: z.string(),
      status: z.string(),
      outcome: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
});
export type OpenCaseAnswer = z.infer<typeof openCaseAnswer>;
