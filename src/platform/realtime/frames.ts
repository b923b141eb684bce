import { z } from 'zod';

export type Frame = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

export type Version = '1.0.0' | '2.0.0';

export class FrameError extends Error {
  override name = 'FrameError';
}

const ref = z.string().max(64).nullish();
const topic = z.string().min(1).max(200);
const event = z.string().min(1).max(100);
const listed = z.tuple([ref, ref, topic, event, z.unknown()]);
const named = z.object({ join_ref: ref, ref, topic, event, payload: z.unknown() });

/** Parses text, an array in version 2 or an object in version 1, or throws FrameError. */
export function readFrame(version: Version, text: string): Frame {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FrameError('the message is not JSON');
  }
  if (version === '1.0.0') {
    const read = named.safeParse(json);
    if (!read.success) throw new FrameError('the message does not follow the protocol');
    const { join_ref, ref, topic, event, payload } = read.data;
    return { joinRef: join_ref ?? null, ref: ref ?? null, topic, event, payload };
  }
  const read = listed.safeParse(json);
  if (!read.success) throw new FrameError('the message does not follow the protocol');
  const [joinRef, own, place, what, payload] = read.data;
  return { joinRef: joinRef ?? null, ref: own ?? null, topic: place, event: what, payload };
}

/** Parses a binary broadcast (3, five lengths, an encoding, the parts), or throws FrameError. */
export function readBinaryFrame(bytes: Buffer): Frame {
  const HEAD = 7;
  if (bytes.length < HEAD || bytes[0] !== 3) throw new FrameError('the bytes are not a message');
  let at = HEAD;
  const part = (length: number): string => {
    if (at + length > bytes.length) throw new FrameError('the message is truncated');
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  const [joinRef, own, place, what] = [1, 2, 3, 4].map((i) => part(bytes[i]!));
  return {
    joinRef: joinRef || null,
    ref: own || null,
    topic: place!,
    event: 'broadcast',
    payload: { type: 'broadcast', event: what },
  };
}

export function writeFrame(version: Version, frame: Frame): string {
  const { joinRef, ref, topic, event, payload } = frame;
  return version === '1.0.0'
    ? JSON.stringify({ join_ref: joinRef, ref, topic, event, payload })
    : JSON.stringify([joinRef, ref, topic, event, payload]);
}
