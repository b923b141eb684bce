import { createHash } from 'node:crypto';

/** What is kept of a token that a mail carries. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
