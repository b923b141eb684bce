import type { WebSocket } from 'ws';
import type { Change } from './changes.ts';
import type { ChannelParts } from './channel.ts';
import {
  type Frame,
  FrameError,
  readBinaryFrame,
  readFrame,
  type Version,
  writeFrame,
} from './frames.ts';
import { createTopics, type Sender, type Topics } from './topics.ts';

/** Timeout without a message; the client sends a heartbeat every 25 seconds. */
const SILENCE_MS = 75_000;
/** Unsent bytes at which a client that does not read is disconnected. */
const MAX_UNSENT = 4 * 1024 * 1024;

const POLICY_VIOLATION = 1008;
const OVERLOADED = 1013;

export type Peer = {
  hear: (change: Change) => void;
  /** Asks the client to reload, as changes may have been missed. */
  resync: () => void;
};

export function serveSocket(socket: WebSocket, version: Version, parts: ChannelParts): Peer {
  const sender = senderOf(socket, version);
  const topics = createTopics(parts, sender);
  let silence = setTimeout(() => socket.terminate(), SILENCE_MS);

  socket.on('message', (data, isBinary) => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), SILENCE_MS);
    try {
      const bytes = data as Buffer;
      const frame = isBinary ? readBinaryFrame(bytes) : readFrame(version, bytes.toString('utf8'));
      answer(topics, sender, frame);
    } catch (error) {
      const isFrameError = error instanceof FrameError;
      if (!isFrameError)
        parts.platform.log.error({ err: error }, 'a message could not be answered');
      socket.close(
        POLICY_VIOLATION,
        isFrameError ? error.message : 'the message cannot be answered',
      );
    }
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(silence);
    topics.leaveAll();
  });

  return {
    hear: topics.hear,
    resync: topics.resync,
  };
}

function senderOf(socket: WebSocket, version: Version): Sender {
  const send = (frame: Frame) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNSENT) socket.close(OVERLOADED, 'too slow');
    else socket.send(writeFrame(version, frame));
  };
  return {
    reply: (to, status, response) =>
      send({ ...to, event: 'phx_reply', payload: { status, response } }),
    push: ({ topic, joinRef }, event, payload) =>
      send({ joinRef, ref: null, topic, event, payload }),
  };
}

function answer(topics: Topics, sender: Sender, frame: Frame): void {
  if (frame.topic === 'phoenix' && frame.event === 'heartbeat') {
    sender.reply(frame, 'ok', {});
    return;
  }
  switch (frame.event) {
    case 'phx_join':
      void topics.join(frame);
      return;
    case 'phx_leave':
      topics.leave(frame.topic);
      sender.reply(frame, 'ok', {});
      sender.push(frame, 'phx_close', {});
      return;
    case 'access_token':
      void topics.renew(frame);
      return;
    default: {
      // Without a requested answer the client assumes success; it only notices a channel error.
      const reason = `This host offers only table changes, not ${frame.event}`;
      sender.reply(frame, 'error', { reason });
      topics.fail(frame, reason);
    }
  }
}
