import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AuthHost, startAuthHost } from '../../../../test/support/auth-host.ts';
import { openMailer } from '../../mail/mailer.ts';
import { ask } from '../raw-requests.fixture.ts';
import { sendDueMails } from './mail-queue.ts';

type Received = { to: string[]; text: string };

let smtp: SMTPServer;
let host: AuthHost;
const received: Received[] = [];
let refusing = false;

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refusing ? new Error('come back later') : undefined),
    onData: (stream, session, done) => {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const mailer = openMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'no-reply@sandbox.example',
    outbox: '/nonexistent',
    log: pino({ level: 'silent' }),
  });
  host = await startAuthHost(() => [], { mailer });
});
afterAll(async () => {
  await host.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const queued = async () =>
  (
    await host.db.database.owner.query<{ email: string; attempts: number }>(
      'select email, attempts from auth.mail_requests order by id',
    )
  ).rows;

/** Quoted-printable, as far as these mails use it. */
const plain = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');

test('a reset link really arrives, works once, and the change is announced', async () => {
  const account = { email: 'mail@bank.example', password: 'the first one' };
  await host.addUser(account.email, account.password);
  const asked = await ask(host, 'POST', '/recover', {
    body: { email: 'Mail@Bank.example' },
    headers: { 'x-forwarded-host': 'evil.example', host: 'evil.example' },
  });
  expect([asked.status, asked.body]).toEqual([200, {}]);
  await vi.waitFor(() => expect(received.length).toBe(1));
  const [mail] = received;
  expect(mail!.to).toEqual(['mail@bank.example']);
  const text = plain(mail!.text);
  expect(text).toContain('From: no-reply@sandbox.example');
  expect(text).not.toContain('evil.example');
  const link = new URL(/http:\S+token_hash=[0-9a-f]{64}&type=recovery/.exec(text)![0]);
  expect(link.origin).toBe(host.platform.publicUrl);
  const token_hash = link.searchParams.get('token_hash')!;
  const redeem = () =>
    Promise.all(
      [1, 2, 3].map(() => host.client().auth.verifyOtp({ token_hash, type: 'recovery' })),
    );
  const answers = await redeem();
  const opened = answers.filter(({ error }) => error === null);
  expect(opened).toHaveLength(1);
  const client = host.client();
  await client.auth.setSession(opened[0]!.data.session!);
  expect((await client.auth.updateUser({ password: 'the second one' })).error).toBeNull();
  await sendDueMails(host.platform, await sending());
  await vi.waitFor(() => expect(received.length).toBe(2));
  expect(received[1]!.text).toContain('Subject: Your password was changed');
  await vi.waitFor(async () => expect(await queued()).toEqual([]));
});

const sending = async () => {
  const { port } = smtp.server.address() as AddressInfo;
  return {
    siteUrl: host.platform.publicUrl,
    mailer: openMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'no-reply@sandbox.example',
      outbox: '/nonexistent',
      log: pino({ level: 'silent' }),
    }),
  };
};

test('for unknown addresses nothing is sent, and nothing stays', async () => {
  const before = received.length;
  const asked = await ask(host, 'POST', '/recover', { body: { email: 'nobody@bank.example' } });
  expect([asked.status, asked.body]).toEqual([200, {}]);
  await vi.waitFor(async () => expect(await queued()).toEqual([]));
  expect(received.length).toBe(before);
});

test('a server that refuses is asked again later, and given up in the end', async () => {
  await host.addUser('later@bank.example', 'a good password');
  refusing = true;
  await ask(host, 'POST', '/recover', { body: { email: 'later@bank.example' } });
  await vi.waitFor(async () => {
    expect(await queued()).toEqual([{ email: 'later@bank.example', attempts: 1 }]);
  });
  const { owner } = host.db.database;
  const due = () => owner.query('update auth.mail_requests set next_at = now()');
  await due();
  await sendDueMails(host.platform, await sending());
  await vi.waitFor(async () => expect((await queued())[0]!.attempts).toBe(2));
  refusing = false;
  await due();
  await sendDueMails(host.platform, await sending());
  // The service looks for due mails by itself as well; either of the two sends this one.
  await vi.waitFor(() => expect(received.at(-1)!.to).toEqual(['later@bank.example']));
  await vi.waitFor(async () => expect(await queued()).toEqual([]));

  refusing = true;
  await owner.query(
    "insert into auth.mail_requests (kind, email, attempts) values ('password_changed', 'later@bank.example', 4)",
  );
  await sendDueMails(host.platform, await sending());
  await vi.waitFor(async () => expect(await queued()).toEqual([]));
});

test('a link from before is worthless once another was sent', async () => {
  refusing = false;
  await host.addUser('twice@bank.example', 'a good password');
  const link = async () => {
    const count = received.length;
    await host.db.database.owner.query('delete from auth.attempts');
    await ask(host, 'POST', '/recover', { body: { email: 'twice@bank.example' } });
    await vi.waitFor(() => expect(received.length).toBe(count + 1));
    return /token_hash=([0-9a-f]{64})/.exec(plain(received.at(-1)!.text))![1]!;
  };
  const [first, second] = [await link(), await link()];
  const redeem = (token: string) =>
    ask(host, 'POST', '/verify', {
      body: { type: 'recovery', token_hash: token },
    });
  const spent = await redeem(first);
  expect([spent.status, spent.body.code]).toEqual([403, 'otp_expired']);
  await host.db.database.owner.query(
    "update auth.one_time_tokens set expires_at = now() - interval '1 second'",
  );
  expect((await redeem(second)).body.code).toBe('otp_expired');
});
