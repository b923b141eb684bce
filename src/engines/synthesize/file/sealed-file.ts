import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { z } from 'zod';
import { engineVersion } from '../model/model.ts';
import { ModelUnreadable } from '../model/model-unreadable.ts';
import { EARLIER_PRIVATE, upgradeEarlierPrivate } from './earlier-private.ts';

const MAGIC = 'sandbox-model';
/** Models of the widest tables are a few megabytes. */
const MAX_BYTES = 256 * 2 ** 20;
const HEADER_LENGTH = MAGIC.length + 1 + 64 + 1;

const ARRAYS = {
  u8: Uint8Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;
type ArrayName = keyof typeof ARRAYS;

const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  }
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function pack(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  if (!ArrayBuffer.isView(value)) return value;
  for (const name of Object.keys(ARRAYS) as ArrayName[]) {
    if (value instanceof ARRAYS[name]) {
      return {
        $array: name,
        data: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
      };
    }
  }
  throw new TypeError('a model holds an array of another type');
}

function unpack(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$number' in value) return Number(value.$number);
  if (!('$array' in value) || !('data' in value)) return value;
  const bytes = fromBase64(String(value.data));
  const make = ARRAYS[value.$array as ArrayName];
  return new make(bytes.buffer as ArrayBuffer);
}

/** A model as bytes: a line with the format's name and the SHA-256 of what follows, then JSON. */
export function seal(model: object): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify(model, pack));
  const head = new TextEncoder().encode(`${MAGIC} ${bytesToHex(sha256(body))}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body), unpack);
  } catch {
    throw new ModelUnreadable('The model file holds something else than a model.');
  }
}

/** Engines since which learning has changed, and drawing has not. */
const DRAWN_ALIKE: readonly unknown[] = [
  engineVersion,
  'synthesize/10',
  'synthesize/9',
  'synthesize/8',
];

type Made = { engine?: unknown; mode?: unknown };

/** Refuses what another engine made: it may have another shape, and give other rows. */
function ofThisEngine(value: unknown): unknown {
  const made: Made = typeof value === 'object' && value !== null ? value : {};
  if (DRAWN_ALIKE.includes(made.engine)) return value;
  if (made.engine === EARLIER_PRIVATE && made.mode === 'private')
    return upgradeEarlierPrivate(value);
  const reason =
    made.mode === 'fast'
      ? 'The model was made in the mode fast, which there is no more'
      : `The model was made by ${String(made.engine ?? 'no known engine').slice(0, 40)}; this is ${engineVersion}`;
  throw new ModelUnreadable(`${reason}. Learn the file again.`);
}

/**
 * What a sealed file of this engine holds.
 *
 * @throws ModelUnreadable where the bytes are no model, are damaged, or come from another version
 */
export function unseal(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_BYTES) throw new ModelUnreadable('This file is too large for a model.');
  const head = new TextDecoder().decode(bytes.subarray(0, HEADER_LENGTH));
  if (!head.startsWith(`${MAGIC} `)) throw new ModelUnreadable('This file is not a model.');
  const body = bytes.subarray(HEADER_LENGTH);
  if (head !== `${MAGIC} ${bytesToHex(sha256(body))}\n`)
    throw new ModelUnreadable('The model file is damaged: its hash does not match.');
  return ofThisEngine(parse(body));
}

/**
 * Refuses what has another shape. Not what the schema made of it is used: that has its parts in another order, and
 * so another hash.
 *
 * @throws ModelUnreadable
 */
export function ofShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return value as T;
  const { path, message } = read.error.issues[0];
  throw new ModelUnreadable(
    `The model file has no valid ${path.join('.') || 'shape'}: ${message}.`,
  );
}
