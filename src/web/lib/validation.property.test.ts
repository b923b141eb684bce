import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUserBody, email as serverEmail } from '../../shared/contracts/identity.ts';
import { emailIssue, passwordIssue } from './validation.ts';

const SEED = { seed: 20251122, numRuns: 500 };
const address = fc.oneof(
  fc.emailAddress(),
  fc.string(),
  fc.stringMatching(/^[a-z.+'_-]{1,8}@[a-z.-]{1,10}\.[a-z]{1,4}$/),
  fc.integer({ min: 236, max: 260 }).map((length) => `${'a'.repeat(length)}@bank.example`),
);

it('a page refuses an e-mail address in the words of the server, and exactly where it does', () => {
  fc.assert(
    fc.property(address, (typed) => {
      const answer = serverEmail.safeParse(typed);
      expect(emailIssue(typed)).toBe(answer.success ? null : answer.error.issues[0]!.message);
    }),
    SEED,
  );
});

it('a page refuses a new password in the words of the server, and exactly where it does', () => {
  const user = { email: 'ada@bank.example', org_id: '00000000-0000-4000-8000-000000000000' };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 80 }), (length) => {
      const password = 'p'.repeat(length);
      const answer = createUserBody.safeParse({ ...user, password });
      expect(passwordIssue(password, 6)).toBe(
        answer.success ? null : answer.error.issues[0]!.message,
      );
    }),
    SEED,
  );
});
