import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { postJson } from '../../platform/outgoing/post.ts';
import { signedHeaders } from './sign.ts';

const POLL_MILLISECONDS = 1000;
const AT_ONCE = 8;
/** Seconds before the second attempt and later ones; after the last, only a replay sends again. */
const BACKOFF_SECONDS = [2, 10, 60, 300, 1800, 7200, 43_200];

type Delivery = { id: string; url: string; secret: Buffer; body: string; attempts: number };

async function send(delivery: Delivery, hosts: readonly string[]) {
  const { id, url, secret, body } = delivery;
  const seconds = Math.floor(Date.now() / 1000);
  try {
    const status = await postJson(url, {
      hosts,
      body,
      headers: signedHeaders(secret, { id, seconds, body }),
    });
    return { status, error: status < 300 ? null : `answered ${status}` };
  } catch (error) {
    return { status: null, error: (error as Error).message.slice(0, 300) };
  }
}

/** Sends the deliveries that are due, some at once; returns their number. */
export async function deliverDue(owner: pg.Pool, hosts: readonly string[]): Promise<number> {
  const { rows } = await owner.query<Delivery>('select * from private.claim_deliveries($1)', [
    AT_ONCE,
  ]);
  await Promise.all(
    rows.map(async (delivery) => {
      const { status, error } = await send(delivery, hosts);
      const wait = error === null ? null : (BACKOFF_SECONDS[delivery.attempts - 1] ?? null);
      await owner.query(
        `update public.webhook_deliveries
            set last_status = $2, last_error = $3, next_attempt_at = now() + make_interval(secs => $4),
                delivered_at = case when $3::text is null then now() end
          where id = $1`,
        [delivery.id, status, error, wait],
      );
    }),
  );
  return rows.length;
}

/** Delivers until stopped. Several workers share the deliveries. */
export function keepDelivering(work: {
  owner: pg.Pool;
  hosts: readonly string[];
  log: FastifyBaseLogger;
}): { stop: () => Promise<void> } {
  const { owner, hosts, log } = work;
  let isStopped = false;
  let wake = () => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MILLISECONDS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!isStopped) {
      const sent = await deliverDue(owner, hosts).catch((error: unknown) => {
        log.warn({ err: error }, 'could not deliver webhooks');
        return 0;
      });
      if (sent < AT_ONCE && !isStopped) await rest();
    }
  };
  const done = loop();
  return {
    stop: () => {
      isStopped = true;
      wake();
      return done;
    },
  };
}
