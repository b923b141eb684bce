import { beforeEach, expect, test } from 'vitest';
import { startAuthHost } from '../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { longTest } from '../../../../test/support/long-test.ts';
import { factorPeople } from '../factor-users.fixture.ts';

const host = startBeforeTests(startAuthHost);
const people = factorPeople(host);
beforeEach(() => people.startOver());

test('secrets and codes are not in the database as they are', async () => {
  const client = await people.signIn(await people.person());
  const { secret } = await people.enrol(client);
  const { data } = await client.auth.mfa.recoveryCodes.generate();
  const dump = await host.db.database.owner.query<{ text: string }>(
    `select (select json_agg(f) from auth.mfa_factors f)::text || (select json_agg(c) from auth.recovery_codes c)::text
        || (select json_agg(e) from audit.events e)::text as text`,
  );
  const { text } = dump.rows[0]!;
  expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  for (const secretText of [secret, ...data!.codes]) expect(text).not.toContain(secretText);
});

longTest('recovery codes: ten, each once, in place of the factor', async () => {
  const account = await people.person();
  const client = await people.signIn(account);
  const { recoveryCodes } = client.auth.mfa;
  expect((await recoveryCodes.generate()).error).toMatchObject({ code: 'insufficient_aal' });
  expect((await recoveryCodes.getStatus()).error).toMatchObject({ code: 'mfa_factor_not_found' });
  const { factorId } = await people.enrol(client);
  const generated = (await recoveryCodes.generate({ friendlyName: 'Paper' })).data!;
  expect(new Set(generated.codes).size).toBe(10);
  expect((await recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');

  const half = await people.signIn(account);
  const typed = generated.codes[3]!.toUpperCase().replace(/(.{4})/g, '$1-');
  expect((await half.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
  expect((await people.claims(half)).amr[0]!.method).toBe('mfa/recovery_code');
  expect((await people.claims(half)).aal).toBe('aal2');
  const again = await people.signIn(account);
  const spent = await again.auth.mfa.recoveryCodes.verify({ code: generated.codes[3]! });
  expect(spent.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  expect((await again.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({
    total: 10,
    remaining: 9,
  });

  const renewed = (await half.auth.mfa.recoveryCodes.regenerate()).data!;
  expect(renewed.id).toBe(generated.id);
  const old = await again.auth.mfa.recoveryCodes.verify({ code: generated.codes[4]! });
  expect(old.error?.code).toBe('mfa_verification_failed');
  const race = await Promise.all(
    [again, await people.signIn(account)].map((one) =>
      one.auth.mfa.recoveryCodes.verify({ code: renewed.codes[0]! }),
    ),
  );
  expect(race.filter(({ error }) => error === null)).toHaveLength(1);

  // Removing the last factor removes the codes too.
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await client.auth.mfa.listFactors()).data!.all).toEqual([]);
});

test('a phone: the code comes by message, once a minute, and is good once', async () => {
  const account = await people.person();
  const client = await people.signIn(account);
  const bad = await client.auth.mfa.enroll({ factorType: 'phone', phone: '0170 1234567' });
  expect(bad.error).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'Enter the phone number with its country code, such as +44 20 7946 0018.',
  });
  const { data: factor } = await client.auth.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Mobile',
    phone: '+49 30 901820',
  });
  expect(factor).toMatchObject({ type: 'phone', phone: '4930901820' });
  const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor!.id });
  const { to, text } = host.messages.at(-1)!;
  expect(to).toBe('+4930901820');
  const sent = /\d{6}/.exec(text)![0];
  expect((await client.auth.mfa.challenge({ factorId: factor!.id })).error).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
  });
  const answer = { factorId: factor!.id, challengeId: challenge!.id };
  const wrong = sent === '111111' ? '222222' : '111111';
  expect((await client.auth.mfa.verify({ ...answer, code: wrong })).error?.code).toBe(
    'mfa_verification_failed',
  );
  expect((await client.auth.mfa.verify({ ...answer, code: sent })).error).toBeNull();
  expect((await people.claims(client)).amr[0]!.method).toBe('mfa/phone');
  expect((await client.auth.mfa.verify({ ...answer, code: sent })).error?.code).toBe(
    'mfa_challenge_expired',
  );
});

test('an organization can require a second factor of its members', async () => {
  const account = await people.person();
  const { owner } = host.db.database;
  await owner.query(
    `with made as (insert into public.organizations (name, domain, require_second_factor)
       values ('Strict', 'strict.example', true) returning id)
     update public.profiles set org_id = made.id from made where profiles.id = $1`,
    [account.id],
  );
  const client = await people.signIn(account);
  const read = async () => {
    const bearer = await people.token(client);
    const caller = await host.platform.keys.verify(bearer);
    return host.db.database.asCaller(
      { role: 'authenticated', claims: caller, token: bearer },
      async (tx) => (await tx.query('select from public.profiles')).rowCount,
    );
  };
  await expect(read()).rejects.toThrow('Your organization requires a second factor');
  const { data } = await client.auth.getUser();
  expect(data.user!.app_metadata.second_factor_required).toBe(true);
  await people.enrol(client);
  expect(await read()).toBe(1);
});
