import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthHost, startAuthHost } from '../../../../test/support/auth-host.ts';
import { type SmtpInbox, startSmtpInbox } from '../../../../test/support/smtp-inbox.ts';
import { openMailer } from '../../mail/mailer.ts';
import { ask } from '../raw-requests.fixture.ts';
import { sendDueMails } from './mail-queue.ts';

let smtp: SmtpInbox;
let host: AuthHost;

const mailerOf = ({ url }: SmtpInbox) =>
  openMailer({
    smtpUrl: url,
    from: 'no-reply@sandbox.example',
    outbox: '/nonexistent',
    log: pino({ level: 'silent' }),
  });

beforeAll(async () => {
  smtp = await startSmtpInbox();
  host = await startAuthHost(() => [], { mailer: mailerOf(smtp) });
});
afterAll(async () => {
  await host.close();
  await smtp.close();
});

const queued = async () =>
  (
    await host.db.database.owner.query<{ email: string; attempts: number }>(
      'select email, attempts from auth.mail_requests order by id',
    )
  ).rows;

test('a reset link really arrives, works once, and the change is announced', async () => {
  const account = { email: 'mail@bank.example', password: 'the first one' };
  await host.addUser(account.email, account.password);
  const answer = await ask(host, 'POST', '/recover', {
    body: { email: 'Mail@Bank.example' },
    headers: { 'x-forwarded-host': 'evil.example', host: 'evil.example' },
  });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  await expect.poll(() => smtp.received.length).toBe(1);
  const [mail] = smtp.received;
  expect(mail!.to).toEqual(['mail@bank.example']);
  const { text } = mail!;
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
  await sendDueMails(host.platform, sending());
  await expect.poll(() => smtp.received.length).toBe(2);
  expect(smtp.received[1]!.text).toContain('Subject: Your password was changed');
  await expect.poll(queued).toEqual([]);
});

const sending = () => ({ siteUrl: host.platform.publicUrl, mailer: mailerOf(smtp) });

test('for unknown addresses nothing is sent, and nothing stays', async () => {
  const before = smtp.received.length;
  const answer = await ask(host, 'POST', '/recover', { body: { email: 'nobody@bank.example' } });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  await expect.poll(queued).toEqual([]);
  expect(smtp.received.length).toBe(before);
});

test('retries a refusing mail server with growing delays, then gives up', async () => {
  await host.addUser('later@bank.example', 'a good password');
  smtp.refusing = true;
  await ask(host, 'POST', '/recover', { body: { email: 'later@bank.example' } });
  await expect.poll(queued).toEqual([{ email: 'later@bank.example', attempts: 1 }]);
  const { owner } = host.db.database;
  const due = () => owner.query('update auth.mail_requests set next_at = now()');
  await due();
  await sendDueMails(host.platform, sending());
  await expect.poll(async () => (await queued())[0]?.attempts).toBe(2);
  smtp.refusing = false;
  await due();
  await sendDueMails(host.platform, sending());
  // The service also polls for due mails; either of the two sends this one.
  await expect.poll(() => smtp.received.at(-1)!.to).toEqual(['later@bank.example']);
  await expect.poll(queued).toEqual([]);

  smtp.refusing = true;
  await owner.query(
    "insert into auth.mail_requests (kind, email, attempts) values ('password_changed', 'later@bank.example', 4)",
  );
  await sendDueMails(host.platform, sending());
  await expect.poll(queued).toEqual([]);
});

test('a link from before is worthless once another was sent', async () => {
  smtp.refusing = false;
  await host.addUser('twice@bank.example', 'a good password');
  const link = async () => {
    const count = smtp.received.length;
    await host.db.database.owner.query('delete from auth.attempts');
    await ask(host, 'POST', '/recover', { body: { email: 'twice@bank.example' } });
    await expect.poll(() => smtp.received.length).toBe(count + 1);
    return /token_hash=([0-9a-f]{64})/.exec(smtp.received.at(-1)!.text)![1]!;
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
