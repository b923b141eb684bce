import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

export type Sms = { to: string; text: string };
export type SmsSender = { send: (sms: Sms) => Promise<void> };

const WAIT_MILLISECONDS = 10_000;

/** Posts to the webhook if configured; else writes to the outbox folder and logs it. */
export function openSmsSender(options: {
  webhookUrl: string | undefined;
  outbox: string;
  log: FastifyBaseLogger;
}): SmsSender {
  const { webhookUrl, outbox, log } = options;
  if (webhookUrl === undefined) {
    return {
      send: async ({ to, text }) => {
        await mkdir(outbox, { recursive: true, mode: 0o700 });
        const time = new Date().toISOString().replaceAll(':', '-');
        const file = join(outbox, `${time}-${randomUUID().slice(0, 8)}.sms.txt`);
        await writeFile(file, `To: ${to}\n\n${text}\n`, { mode: 0o600, flush: true });
        log.info({ file }, 'no SMS_WEBHOOK_URL: a text message was written to the outbox');
      },
    };
  }
  return {
    send: async (sms) => {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sms),
        redirect: 'error',
        signal: AbortSignal.timeout(WAIT_MILLISECONDS),
      });
      if (!response.ok) throw new Error(`the SMS webhook answered ${response.status}`);
    },
  };
}
