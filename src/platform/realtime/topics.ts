import { createSlots } from '../jobs/slots.ts';
import { JoinRefused } from './bindings.ts';
import { type Change, type Join, readJoin } from './changes.ts';
import { type Channel, type ChannelParts, openChannel } from './channel.ts';
import type { Frame } from './frames.ts';

const MAX_CHANNELS = 100;
/** Limit of concurrent joins per client, as each uses a database connection for a moment. */
const OPENED_AT_ONCE = 4;
const PREFIX = 'realtime:';

export type Sender = {
  reply: (to: Frame, status: 'ok' | 'error', response: unknown) => void;
  push: (to: Pick<Frame, 'topic' | 'joinRef'>, event: string, payload: unknown) => void;
};

export type Topics = {
  join: (frame: Frame) => Promise<void>;
  leave: (topic: string) => void;
  leaveAll: () => void;
  renew: (frame: Frame) => Promise<void>;
  hear: (change: Change) => void;
  resync: () => void;
  /** Ends a topic with an error; the client then rejoins. */
  fail: (frame: Frame, reason: string) => void;
};

type Held = { channel: Channel | null };

export function createTopics(parts: ChannelParts, sender: Sender): Topics {
  const topics = new Map<string, Held>();
  const inSlot = createSlots(OPENED_AT_ONCE);

  const leave = (topic: string) => {
    topics.get(topic)?.channel?.close();
    topics.delete(topic);
  };

  const open = async (frame: Frame, wanted: Join, own: Held): Promise<Channel | null> => {
    const { topic } = frame;
    const lost = (reason: string) => {
      if (topics.get(topic) === own) topics.delete(topic);
      sender.push(frame, 'system', systemMessage(topic, 'error', reason));
      sender.push(frame, 'phx_close', {});
    };
    const change = (payload: unknown) => sender.push(frame, 'postgres_changes', payload);
    const resync = (message: string) =>
      sender.push(frame, 'system', {
        ...systemMessage(topic, 'error', message),
        extension: 'postgres_changes',
      });
    const channel = await inSlot(async () =>
      topics.get(topic) === own ? openChannel(parts, wanted, { change, resync, lost }) : null,
    );
    if (topics.get(topic) === own) return channel;
    // Left, or the connection lost, while it was opening.
    channel?.close();
    return null;
  };

  return {
    join: async (frame) => {
      const { topic } = frame;
      leave(topic);
      const join = readJoin(frame.payload);
      const reason = refusalOf(topic, join, topics.size);
      if (reason !== null || join === null) return sender.reply(frame, 'error', { reason });
      const own: Held = { channel: null };
      topics.set(topic, own);
      try {
        own.channel = await open(frame, join, own);
        if (own.channel !== null) confirm(sender, frame, own.channel);
      } catch (error) {
        if (topics.get(topic) === own) topics.delete(topic);
        const isKnown = error instanceof JoinRefused;
        if (!isKnown) parts.platform.log.info({ err: error }, 'a join was refused');
        sender.reply(frame, 'error', { reason: isKnown ? error.message : 'Unauthorized' });
      }
    },
    leave,
    leaveAll: () => {
      for (const topic of [...topics.keys()]) leave(topic);
    },
    renew: async ({ topic, payload }) => {
      const token = (payload as { access_token?: unknown } | null)?.access_token;
      const channel = topics.get(topic)?.channel;
      // Keys do not expire, and the client sends them along.
      if (!channel || typeof token !== 'string' || token.startsWith('sb_')) return;
      await channel.renew(token).catch(() => {
        // After a bad token the last good one stays in force until it expires.
      });
    },
    hear: (change) => {
      for (const { channel } of topics.values()) channel?.hear(change);
    },
    resync: () => {
      for (const { channel } of topics.values()) channel?.resync();
    },
    fail: (frame, reason) => {
      if (!topics.has(frame.topic)) return;
      leave(frame.topic);
      sender.push(frame, 'phx_error', reason);
    },
  };
}

function refusalOf(topic: string, wanted: Join | null, count: number): string | null {
  if (count >= MAX_CHANNELS) return `A connection has at most ${MAX_CHANNELS} channels`;
  return wanted === null || !topic.startsWith(PREFIX) ? 'Invalid join request' : null;
}

const systemMessage = (topic: string, status: 'ok' | 'error', message: string) => ({
  status,
  message,
  extension: status === 'ok' ? 'postgres_changes' : 'system',
  channel: topic.slice(PREFIX.length),
});

function confirm(sender: Sender, frame: Frame, { bindings }: Channel): void {
  sender.reply(frame, 'ok', bindings.length === 0 ? {} : { postgres_changes: bindings });
  if (bindings.length === 0) return;
  sender.push(frame, 'system', systemMessage(frame.topic, 'ok', 'Subscribed to PostgreSQL'));
}
