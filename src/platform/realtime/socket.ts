import type { WebSocket } from 'ws';
import { createSlots } from '../jobs/slots.ts';
import type { Change } from './changes.ts';
import { readJoin } from './changes.ts';
import { type Channel, type ChannelParts, JoinRefused, openChannel } from './channel.ts';
import {
  type Frame,
  FrameError,
  readBinaryFrame,
  readFrame,
  type Version,
  writeFrame,
} from './frames.ts';

const MAX_CHANNELS = 100;
/** Each takes a connection of the database for a moment; one client is not to take them all. */
const OPENED_AT_ONCE = 4;
/** The client sends a heartbeat every 25 seconds. */
const SILENCE_MS = 75_000;
/** Unsent bytes at which a reader that does not read is let go. */
const MAX_UNSENT = 4 * 1024 * 1024;

const POLICY_VIOLATION = 1008;
const OVERLOADED = 1013;

export type Peer = {
  hear: (change: Change) => void;
  /** Changes may have been missed: the client joins anew, and reads anew. */
  restart: () => void;
};

/** Speaks the protocol of the published client with one browser. */
export function serveSocket(socket: WebSocket, version: Version, parts: ChannelParts): Peer {
  const channels = new Map<string, { joinRef: string | null; channel: Channel | null }>();
  const inSlot = createSlots(OPENED_AT_ONCE);
  let silence = setTimeout(() => socket.terminate(), SILENCE_MS);

  const send = (frame: Frame) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNSENT) socket.close(OVERLOADED, 'too slow');
    else socket.send(writeFrame(version, frame));
  };
  const reply = (to: Frame, status: 'ok' | 'error', response: unknown) =>
    send({ ...to, event: 'phx_reply', payload: { status, response } });
  const tell = (topic: string, joinRef: string | null, event: string, payload: unknown) =>
    send({ joinRef, ref: null, topic, event, payload });

  const leave = (topic: string) => {
    channels.get(topic)?.channel?.close();
    channels.delete(topic);
  };

  async function join(frame: Frame): Promise<void> {
    const { topic, joinRef } = frame;
    leave(topic);
    if (channels.size >= MAX_CHANNELS) {
      reply(frame, 'error', { reason: `A connection has at most ${MAX_CHANNELS} channels` });
      return;
    }
    const asked = readJoin(frame.payload);
    if (asked === null || !topic.startsWith('realtime:')) {
      reply(frame, 'error', { reason: 'The request to join can not be read' });
      return;
    }
    const held = { joinRef, channel: null as Channel | null };
    channels.set(topic, held);
    const lost = (reason: string) => {
      if (channels.get(topic) === held) channels.delete(topic);
      const message = {
        status: 'error',
        message: reason,
        extension: 'system',
        channel: topic.slice(9),
      };
      tell(topic, joinRef, 'system', message);
      tell(topic, joinRef, 'phx_close', {});
    };
    const change = (payload: unknown) => tell(topic, joinRef, 'postgres_changes', payload);
    try {
      const channel = await inSlot(async () =>
        channels.get(topic) === held ? openChannel(parts, asked, { change, lost }) : null,
      );
      if (channel === null) return;
      // Left, or the line lost, while it was being opened.
      if (channels.get(topic) !== held) {
        channel.close();
        return;
      }
      held.channel = channel;
      reply(
        frame,
        'ok',
        channel.bindings.length === 0 ? {} : { postgres_changes: channel.bindings },
      );
      if (channel.bindings.length > 0) {
        tell(topic, joinRef, 'system', {
          extension: 'postgres_changes',
          status: 'ok',
          message: 'Subscribed to PostgreSQL',
          channel: topic.slice(9),
        });
      }
    } catch (error) {
      if (channels.get(topic) === held) channels.delete(topic);
      if (!(error instanceof JoinRefused))
        parts.platform.log.info({ err: error }, 'a join was refused');
      const reason = error instanceof JoinRefused ? error.message : 'Unauthorized';
      reply(frame, 'error', { reason });
    }
  }

  async function renew({ topic, payload }: Frame): Promise<void> {
    const token = (payload as { access_token?: unknown } | null)?.access_token;
    const channel = channels.get(topic)?.channel;
    // Keys do not expire, and the client sends them along.
    if (!channel || typeof token !== 'string' || token.startsWith('sb_')) return;
    await channel.renew(token).catch(() => {
      // Whoever sends a bad token keeps what the last good one allows, until that expires.
    });
  }

  function answer(frame: Frame): void {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') reply(frame, 'ok', {});
    else if (frame.event === 'phx_join') void join(frame);
    else if (frame.event === 'phx_leave') {
      leave(frame.topic);
      reply(frame, 'ok', {});
      tell(frame.topic, frame.joinRef, 'phx_close', {});
    } else if (frame.event === 'access_token') void renew(frame);
    else
      reply(frame, 'error', {
        reason: `This host offers changes of tables, and no ${frame.event}`,
      });
  }

  socket.on('message', (data, isBinary) => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), SILENCE_MS);
    try {
      const bytes = data as Buffer;
      answer(isBinary ? readBinaryFrame(bytes) : readFrame(version, bytes.toString('utf8')));
    } catch (error) {
      const known = error instanceof FrameError;
      if (!known) parts.platform.log.error({ err: error }, 'a message could not be answered');
      socket.close(POLICY_VIOLATION, known ? error.message : 'the message can not be answered');
    }
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(silence);
    for (const topic of [...channels.keys()]) leave(topic);
  });

  return {
    hear: (change) => {
      for (const { channel } of channels.values()) channel?.hear(change);
    },
    restart: () => socket.close(OVERLOADED, 'changes may have been missed'),
  };
}
