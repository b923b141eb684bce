import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Transporter } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string; html?: string };
export type Mailer = { send: (mail: Mail) => Promise<void> };

/** Sends by SMTP if configured; else writes to the outbox folder and logs it. */
export function openMailer(options: {
  smtpUrl: string | undefined;
  from: string;
  outbox: string;
  log: FastifyBaseLogger;
}): Mailer {
  const { smtpUrl, from, outbox, log } = options;
  if (smtpUrl === undefined) {
    return {
      send: async (mail) => {
        await mkdir(outbox, { recursive: true, mode: 0o700 });
        const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.txt`;
        const text = `From: ${from}\nTo: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}`;
        await writeFile(join(outbox, name), text, { mode: 0o600, flush: true });
        log.info({ file: join(outbox, name) }, 'no SMTP_URL: a mail was written to the outbox');
      },
    };
  }
  let transport: Promise<Transporter> | undefined;
  const connect = async () => (await import('nodemailer')).createTransport(smtpUrl);
  return {
    send: async (mail) => {
      transport ??= connect();
      await (await transport).sendMail({ from, ...mail });
    },
  };
}
