import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { sweep } from '../auth/housekeeping.ts';
import { type Person, startOwnFolderHost } from './storage-host.fixture.ts';

const host = startBeforeTests(startOwnFolderHost);

const plain = { contentType: 'text/plain' };
const bucket = (person: Person, id = 'private') => person.client.storage.from(id);
describe('signed links', () => {
  test('download until it expires; another object, a changed token and another purpose are refused', async () => {
    const name = `${host.alice.id}/signed file.txt`;
    await bucket(host.alice).upload(name, 'signed', plain);
    await bucket(host.alice).upload(`${host.alice.id}/other.txt`, 'other', plain);
    const { data } = await bucket(host.alice).createSignedUrl(name, 60, { download: 'a.txt' });
    const answer = await fetch(data!.signedUrl);
    expect([answer.status, await answer.text()]).toEqual([200, 'signed']);
    expect(answer.headers.get('content-disposition')).toContain('filename="a.txt"');

    const refused = async (url: string) => {
      const failed = await fetch(url);
      return [failed.status, ((await failed.json()) as { code: string }).code];
    };
    const token = new URL(data!.signedUrl).searchParams.get('token')!;
    const base = `${host.url}/object/sign/private/${host.alice.id}`;
    expect(await refused(`${base}/other.txt?token=${token}`)).toEqual([400, 'InvalidJWT']);
    expect(await refused(`${base}/signed%20file.txt?token=${token}x`)).toEqual([400, 'InvalidJWT']);
    expect(await refused(`${base}/signed%20file.txt?token=${host.alice.token}`)).toEqual([
      400,
      'InvalidJWT',
    ]);
    expect(await refused(`${base}/signed%20file.txt`)).toEqual([400, 'InvalidRequest']);

    const short = await bucket(host.alice).createSignedUrl(name, 1);
    await sleep(2100);
    expect(await refused(short.data!.signedUrl)).toEqual([400, 'InvalidJWT']);
  });

  test('a link ends with the account that lent it', async () => {
    const carol = await host.person();
    const name = `${carol.id}/lent.txt`;
    await bucket(carol).upload(name, 'lent', plain);
    const { data } = await bucket(carol).createSignedUrl(name, 600);
    const { data: many } = await bucket(carol).createSignedUrls([name], 600);
    const links = [data!.signedUrl, many![0]!.signedUrl!];
    const statuses = () => Promise.all(links.map(async (link) => (await fetch(link)).status));
    expect(await statuses()).toEqual([200, 200]);
    const until = (when: string) =>
      host.db.database.owner.query(`update auth.users set banned_until = ${when} where id = $1`, [
        carol.id,
      ]);
    await until("'infinity'");
    expect(await statuses()).toEqual([400, 400]);
    await until('null');
    expect(await statuses()).toEqual([200, 200]);
    await host.db.database.owner.query('delete from auth.users where id = $1', [carol.id]);
    expect(await statuses()).toEqual([400, 400]);
  });

  test('a link outlives the longest life of its session, but not the last link of it', async () => {
    const dave = await host.person();
    const name = `${dave.id}/idle.txt`;
    await bucket(dave).upload(name, 'idle', plain);
    const { data } = await bucket(dave).createSignedUrl(name, 600);
    const status = async () => (await fetch(data!.signedUrl)).status;
    const { owner } = host.db.database;
    await owner.query(
      "update auth.sessions set not_after = now() - interval '1 second' where user_id = $1",
      [dave.id],
    );
    await sweep(owner, 60);
    expect(await status()).toBe(200);
    expect((await bucket(dave).download(name)).error).not.toBeNull();
    await owner.query('update auth.sessions set links_until = now() where user_id = $1', [dave.id]);
    await sweep(owner, 60);
    expect(await status()).toBe(400);
  });

  test('many at once, the hidden ones like missing ones', async () => {
    const name = `${host.alice.id}/many.txt`;
    await bucket(host.alice).upload(name, 'x', plain);
    const ask = (person: Person) => bucket(person).createSignedUrls([name, 'none'], 60);
    const gone = 'Either the object does not exist or you do not have access to it';
    expect((await ask(host.alice)).data).toMatchObject([
      { error: null, path: name, signedUrl: expect.stringContaining('token=') },
      { error: gone, path: 'none', signedUrl: null },
    ]);
    expect((await ask(host.bob)).data).toMatchObject([
      { error: gone, path: name },
      { error: gone, path: 'none' },
    ]);
  });

  test('an upload link works once, without other credentials, and not for others', async () => {
    const name = `${host.alice.id}/by-link.txt`;
    expect((await bucket(host.bob).createSignedUploadUrl(name)).error).toMatchObject({
      statusCode: '403',
    });
    const { data } = await bucket(host.alice).createSignedUploadUrl(name);
    const anonymous = host.anonymous.storage.from('private');
    const put = () => anonymous.uploadToSignedUrl(name, data!.token, 'by link', plain);
    expect((await put()).data).toMatchObject({ path: name, fullPath: `private/${name}` });
    expect((await put()).error).toMatchObject({ statusCode: '409' });
    expect(await (await bucket(host.alice).download(name)).data!.text()).toBe('by link');
    const { error } = await anonymous.uploadToSignedUrl(
      `${host.alice.id}/x`,
      data!.token,
      'x',
      plain,
    );
    expect(error).toMatchObject({ code: 'InvalidJWT' });
  });

  test('an upload link dies with its maker', async () => {
    const eve = await host.person();
    const name = `${eve.id}/late.txt`;
    const { data } = await bucket(eve).createSignedUploadUrl(name);
    await host.db.database.owner.query(
      "update public.profiles set status = 'disabled' where id = $1",
      [eve.id],
    );
    const late = await host.anonymous.storage
      .from('private')
      .uploadToSignedUrl(name, data!.token, 'x', plain);
    expect(late.error).toMatchObject({ statusCode: '403', message: 'User is banned' });
    expect((await bucket(eve).download(name)).error).not.toBeNull();
    expect((await bucket(eve).upload(name, 'x', plain)).error).toMatchObject({
      statusCode: '403',
      message: 'User is banned',
    });
  });
});
