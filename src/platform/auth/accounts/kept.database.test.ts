import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { startAuthHost } from '../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';

const host = startBeforeTests(startAuthHost);

test('an old hash signs in once more, and is replaced', async () => {
  const account = { email: 'old@bank.example', password: 'a good password' };
  const id = await host.addUser(account.email, account.password);
  const { owner } = host.db.database;
  const stored = async () => {
    const { rows } = await owner.query<{ encrypted_password: string }>(
      'select encrypted_password from auth.users where id = $1',
      [id],
    );
    return rows[0]!.encrypted_password;
  };
  // OWASP's minimum for one pass: 47104 KiB (ASVS 5.0, appendix C).
  const today = /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/;
  expect(await stored()).toMatch(today);
  const weak = await hash(account.password, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
  await owner.query('update auth.users set encrypted_password = $2 where id = $1', [id, weak]);
  const signIn = async (password: string) =>
    (await host.client().auth.signInWithPassword({ ...account, password })).error?.code;
  expect(await signIn('not it')).toBe('invalid_credentials');
  expect(await stored()).toBe(weak);
  expect(await signIn(account.password)).toBeUndefined();
  expect(await stored()).toMatch(today);
  expect(await signIn(account.password)).toBeUndefined();
});

test('the audit trail takes no changes', async () => {
  await host.client().auth.signInWithPassword({ email: 'nobody@bank.example', password: 'x' });
  const { owner } = host.db.database;
  const count = async () =>
    (await owner.query<{ count: number }>('select count(*)::int as count from audit.events'))
      .rows[0]!.count;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  for (const change of [
    "update audit.events set action = 'nothing'",
    'delete from audit.events',
    'truncate audit.events',
  ]) {
    await expect(owner.query(change)).rejects.toThrow('append-only');
  }
  expect(await count()).toBe(before);
});
