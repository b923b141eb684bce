import { expect, test } from 'vitest';
import { ADMIN, type AuthFixtures } from '../../support/auth-fixtures.ts';
import { call, clientOf } from '../../support/users.ts';

const pdf = () => new Blob([`%PDF-1.7\n${'x'.repeat(40)}\n%%EOF`], { type: 'application/pdf' });

/** Tests sections 5 and 6 of the specification on a server: refusals of forged requests. */
export function testRefusals(fixtures: AuthFixtures): void {
  /** Answers to forged requests: the same text as in the form, section 5. */
  const long = `${'a'.repeat(250)}@bank.example`;
  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'reset without an address',
      () => call(fixtures.user, 'request-password-reset', { email: '' }),
      /Invalid email format/,
    ],
    [
      'reset to no address',
      () => call(fixtures.user, 'request-password-reset', { email: 'x' }),
      /Invalid email format/,
    ],
    [
      'reset to 256 characters',
      () => call(fixtures.user, 'request-password-reset', { email: long }),
      /(Email must be less than 255 characters|Invalid email format)/,
    ],
    [
      'user with 5 characters',
      () => create({ password: 'short' }),
      /Password must be at least 6 characters/,
    ],
    ['user with 73 characters', () => create({ password: 'p'.repeat(73) }), /Password too long/],
    ['user without address', () => create({ email: '' }), /Invalid email format/],
    ['user without organization', () => create({ org_id: '' }), /Organization is required/],
    ['user as superadmin', () => create({ role: 'superadmin' }), /Role must be/],
    ['superadmin without @', () => reset({ email: 'root' }), /Enter a valid email/],
    [
      'superadmin with 9 characters',
      () => reset({ password: '123456789' }),
      /Password must be at least 10 characters/,
    ],
    ['setup without token', () => setUp({}, {}), /Setup token is required/],
    [
      'setup with a wrong token',
      () => setUp({}, { 'x-admin-setup-token': 'no' }),
      /Invalid setup token/,
    ],
    ['setup with 9 characters', () => setUp({ password: '123456789' }), /at least 10 characters/],
    ['setup without address', () => setUp({ email: 'x' }), /Invalid email format/],
    [
      'no dataset',
      () => call(fixtures.user, 'generate-synthetic-from-ingestion', { manifest_id: '' }),
      /Please select a valid dataset/,
    ],
    [
      'a file of another type',
      () => send('notes.txt', 'hello'),
      /Invalid file type. Only .csv and .parquet files are supported./,
    ],
    [
      'missing headers',
      () => send('a.csv', 'a,b\n1,2\n'),
      /Some required headers are missing. Download the correct template to proceed./,
    ],
  ])('a forged request is refused in the words of the form: %s', async (_what, ask, words) => {
    await expect(ask()).rejects.toThrow(words);
  });

  const create = (body: object) =>
    call(fixtures.superadmin, 'create-user', {
      email: 'new@harbor.example',
      password: 'good enough',
      org_id: fixtures.orgId,
      role: 'pilot_user',
      ...body,
    });
  const reset = (body: object) =>
    call(fixtures.superadmin, 'superadmin-reset-password', {
      email: 'root2@bank.example',
      password: 'long enough it is',
      role: 'superadmin',
      ...body,
    });
  const setUp = (
    body: object,
    headers: Record<string, string> = { 'x-admin-setup-token': fixtures.sandbox.setupToken },
  ) =>
    call(
      clientOf(fixtures.sandbox),
      'admin-upsert-superadmin',
      { email: 'root@bank.example', password: 'long enough it is', role: 'superadmin', ...body },
      headers,
    );
  const send = (name: string, text: string) => {
    const form = new FormData();
    form.set('file', new Blob([text]), name);
    return call(fixtures.user, 'parse-ingested-file', form);
  };

  test('a forged password change, organization and link are refused as well', async () => {
    const { user, superadmin, admin } = fixtures;
    expect((await user.auth.updateUser({ password: 'five5' })).error?.message).toMatch(
      /6 characters/,
    );
    const rows: { name?: string; domain?: string }[] = [
      { name: 'Only a name' },
      { domain: 'only.example' },
      { name: ' ', domain: 'x' },
    ];
    for (const row of rows) {
      expect((await superadmin.from('organizations').insert(row)).error).not.toBeNull();
    }
    expect(
      (await admin.from('organizations').insert({ name: 'N', domain: 'n.example' })).error,
    ).not.toBeNull();
    const link = { document_id: crypto.randomUUID(), linked_by: fixtures.userId };
    expect((await user.from('evidence_links').insert(link)).error).not.toBeNull();
  });

  test('evidence of another kind, too big, or into another place is refused by the bucket itself', async () => {
    const { user, orgId, superadmin } = fixtures;
    const put = async (client: typeof user, path: string, body: Blob) =>
      (await client.storage.from('evidence-vault').upload(path, body, { contentType: body.type }))
        .error?.message;
    const other = crypto.randomUUID();
    expect(await put(user, `${orgId}/a.exe`, new Blob(['MZ']))).toBeTruthy();
    expect(
      await put(user, `${orgId}/a.pdf`, new Blob(['no pdf'], { type: 'application/pdf' })),
    ).toMatch(/Only PDF and DOCX files are allowed/);
    const big = new Blob(['%PDF-1.7', 'x'.repeat(10 * 1024 * 1024)], { type: 'application/pdf' });
    expect(await put(user, `${orgId}/big.pdf`, big)).toMatch(/Maximum file size is 10MB|exceeded/i);
    expect(await put(user, `${other}/a.pdf`, pdf())).toBeTruthy();
    // A profile without an organization has no folder.
    expect(await put(superadmin, `${other}/a.pdf`, pdf())).toBeTruthy();
  });

  test('who is who: roles of section 6 are held by the database', async () => {
    const { user, admin } = fixtures;
    for (const client of [user, admin]) {
      expect(
        (
          await client
            .from('profiles')
            .update({ status: 'disabled' })
            .eq('email', ADMIN.email)
            .select('id')
        ).data ?? [],
      ).toEqual([]);
      expect(
        (await client.rpc('seed_org_demo_data', { target_org_id: fixtures.orgId })).error,
      ).not.toBeNull();
      await expect(
        call(client, 'create-user', {
          email: 'z@z.example',
          password: 'good enough',
          org_id: fixtures.orgId,
          role: 'pilot_user',
        }),
      ).rejects.toThrow(/^403/);
    }
  });

  test('settings, status and deletion are plain writes, and take effect in sign-in', async () => {
    const { user, superadmin, userId, orgId, sandbox } = fixtures;
    const settings = { preferred_mode: 'blend' };
    await user.from('profiles').update({ settings }).eq('id', userId).throwOnError();
    const own = await user.from('profiles').select('settings').eq('id', userId).single();
    expect(own.data?.settings).toEqual(settings);
    const wrong = await user
      .from('profiles')
      .update({ settings: { preferred_mode: 'nonsense' } })
      .eq('id', userId);
    expect(wrong.error).not.toBeNull();

    const account = { email: 'eve@harbor.example', password: 'eve eve eve' };
    const { user_id: id } = await call<{ user_id: string }>(superadmin, 'create-user', {
      ...account,
      org_id: orgId,
    });
    const roles = await superadmin.from('user_roles').select('role').eq('user_id', id).single();
    expect(roles.data?.role).toBe('pilot_user');
    const signIn = async () =>
      (await clientOf(sandbox).auth.signInWithPassword(account)).error?.message ?? 'in';
    expect(await signIn()).toBe('in');
    const status = (value: string) =>
      superadmin.from('profiles').update({ status: value }).eq('id', id).throwOnError();
    await status('disabled');
    expect(await signIn()).toBe('User is banned');
    await status('active');
    expect(await signIn()).toBe('in');
    await superadmin.from('profiles').delete().eq('id', id).throwOnError();
    expect(await signIn()).toBe('Invalid login credentials');
  });

  test('of two who make the same user at once one gets an error that there is one', async () => {
    const results = await Promise.allSettled(
      [0, 1].map(() => create({ email: 'twice@harbor.example', password: 'twice twice' })),
    );
    const refused = results.flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    );
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/409.*already been registered/);
  });
}
