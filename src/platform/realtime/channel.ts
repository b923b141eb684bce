import type { Platform } from '../gateway/context.ts';
import { bearerOf, isSameBearer, tenantOf, watchExpiry } from './bearer.ts';
import { type Binding, type BindingParts, bind, JoinRefused } from './bindings.ts';
import { changePayloads } from './change-payloads.ts';
import type { Change, Join } from './changes.ts';

/** More waiting changes than this and the subscriber has to start over. */
const MAX_WAITING = 1000;

export type Channel = {
  /** The answer to phx_join: what was asked for, each with its number. */
  bindings: Binding[];
  hear: (change: Change) => void;
  /** Takes over a fresh token of the same bearer. Throws TokenError. */
  renew: (token: string) => Promise<void>;
  close: () => void;
};

export type ChannelParts = BindingParts & {
  platform: Platform;
  /** The key that the connection was opened with, for joins without a token. */
  apiKey: string;
};

export type ChannelEvents = {
  change: (payload: unknown) => void;
  /** The channel can't go on: its session ended, or it fell too far behind. */
  lost: (reason: string) => void;
};

/**
 * One joined topic. Changes are answered in the order of commits.
 *
 * @throws JoinRefused, TokenError, or the database's refusal of the bearer
 */
export async function openChannel(
  parts: ChannelParts,
  join: Join,
  on: ChannelEvents,
): Promise<Channel> {
  const { platform, rows } = parts;
  if (join.isPrivate) throw new JoinRefused('Private channels are not offered by this host');
  if (join.wantsPresence) throw new JoinRefused('Presence is not offered by this host');
  if (join.wanted.length === 0) {
    throw new JoinRefused('This host offers changes of tables, and no broadcast');
  }
  let caller = await bearerOf(platform, join.token ?? parts.apiKey);
  const tenant = await tenantOf(platform, caller);
  const bindings = await Promise.all(join.wanted.map((wanted, at) => bind(parts, wanted, at + 1)));
  let closed = false;
  let waiting = 0;
  let last = Promise.resolve();

  const lose = (reason: string) => {
    if (closed) return;
    close();
    on.lost(reason);
  };
  const expire = () => lose('Token has expired');
  let stopWatching = watchExpiry(caller, expire);
  const close = () => {
    closed = true;
    stopWatching();
  };

  const send = async (change: Change) => {
    if (closed) return;
    for await (const payload of changePayloads(rows, { caller, tenant, bindings }, change)) {
      if (closed) return;
      on.change(payload);
    }
  };
  const fail = (error: unknown) => {
    platform.log.info({ err: error }, 'a subscription ended');
    lose('The subscription has ended');
  };

  return {
    bindings,
    hear: (change) => {
      if (closed || bindings.length === 0) return;
      if (waiting >= MAX_WAITING) return lose('Too many changes at once');
      waiting += 1;
      const done = () => {
        waiting -= 1;
      };
      last = last
        .then(() => send(change))
        .catch(fail)
        .finally(done);
    },
    renew: async (token) => {
      const next = await bearerOf(platform, token);
      if (!isSameBearer(next, caller)) return lose('The token is of somebody else');
      caller = next;
      stopWatching();
      stopWatching = watchExpiry(caller, expire);
    },
    close,
  };
}
