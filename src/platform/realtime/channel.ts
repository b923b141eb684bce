import { setTimeout } from 'node:timers/promises';
import type { Platform } from '../gateway/context.ts';
import { standingOf, withStanding } from '../gateway/standing.ts';
import { admit, bearerOf, isSameBearer, watchExpiry } from './bearer.ts';
import { type Binding, type BindingParts, bind, JoinRefused, matches } from './bindings.ts';
import { changePayloads, RESYNC, resyncPayload } from './change-payloads.ts';
import type { Change, Join } from './changes.ts';

/** Limit of pending changes; beyond it the subscriber is asked to reload the table. */
const MAX_WAITING = 1000;
/** Further changes within this time are covered by the same resync message. */
const RESYNC_MS = 250;

export type Channel = {
  bindings: Binding[];
  hear: (change: Change) => void;
  /** Asks every subscription to reload, as changes may have been missed. */
  resync: () => void;
  renew: (token: string) => Promise<void>;
  close: () => void;
};

export type ChannelParts = BindingParts & {
  platform: Platform;
  /** Key that the connection was opened with, for joins without a token. */
  apiKey: string;
};

export type ChannelEvents = {
  change: (payload: unknown) => void;
  /** Reports omitted changes to the developer, in addition to each subscription's message. */
  resync: (message: string) => void;
  lost: (reason: string) => void;
};

/**
 * Opens a topic. Changes are sent in commit order.
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
    throw new JoinRefused('This host offers only table changes, not broadcast');
  }
  let caller = await admit(platform, await bearerOf(platform, join.token ?? parts.apiKey));
  const standing = standingOf(caller);
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

  const missed = new Set<Binding>();
  const note = (change: Change) => {
    for (const binding of bindings) if (matches(binding, change)) missed.add(binding);
  };
  const flush = async () => {
    await setTimeout(RESYNC_MS);
    if (closed) return;
    for (const binding of missed) on.change(resyncPayload(binding));
    missed.clear();
    on.resync(RESYNC);
  };
  const send = async (change: Change) => {
    if (closed) return;
    if (missed.size > 0) return note(change);
    for await (const payload of changePayloads(
      rows,
      { caller, bindings, admit: (bearer) => admit(platform, bearer) },
      change,
    )) {
      if (closed) return;
      on.change(payload);
    }
  };
  const fail = (error: unknown) => {
    platform.log.info({ err: error }, 'a subscription ended');
    lose('The subscription has ended');
  };

  const enqueue = (work: () => Promise<void>) => {
    waiting += 1;
    last = last
      .then(work)
      .catch(fail)
      .finally(() => {
        waiting -= 1;
      });
  };

  return {
    bindings,
    hear: (change) => {
      if (closed || !bindings.some((binding) => matches(binding, change))) return;
      if (missed.size > 0) return note(change);
      if (waiting < MAX_WAITING) return enqueue(() => send(change));
      note(change);
      enqueue(flush);
    },
    resync: () => {
      if (closed || bindings.length === 0) return;
      const isUnderWay = missed.size > 0;
      for (const binding of bindings) missed.add(binding);
      if (!isUnderWay) enqueue(flush);
    },
    renew: async (token) => {
      const next = await bearerOf(platform, token);
      if (!isSameBearer(next, caller)) return lose('The token belongs to another user');
      caller = withStanding(next, standing);
      stopWatching();
      stopWatching = watchExpiry(caller, expire);
    },
    close,
  };
}
