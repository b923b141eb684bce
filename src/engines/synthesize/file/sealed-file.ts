import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { z } from 'zod';
import { engineVersion } from '../model/model.ts';
import { ModelUnreadable } from '../model/model-unreadable.ts';
import { EARLIER_PRIVATE, upgradeEarlierPrivate } from './earlier-private.ts';

const MAGIC = 'sandbox-model';
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
  throw new TypeError('Unsupported array type in a model.');
}

function unpack(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$number' in value) return Number(value.$number);
  if (!('$array' in value) || !('data' in value)) return value;
  const bytes = fromBase64(String(value.data));
  const make = ARRAYS[value.$array as ArrayName];
  return new make(bytes.buffer as ArrayBuffer);
}

/** Serializes a model: a line with the format name and the SHA-256 of the rest, then JSON. */
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
    throw new ModelUnreadable('The model file contains no valid model.');
  }
}

/** Engines since which only fitting has changed, not sampling. */
const DRAWN_ALIKE: readonly unknown[] = [
  engineVersion,
  'synthesize/14',
  'synthesize/13',
  'synthesize/12',
  'synthesize/11',
  'synthesize/10',
  'synthesize/9',
  'synthesize/8',
];

type UnknownModel = { engine?: unknown; mode?: unknown };

/** Rejects models of other engines: they may have another shape or give other rows. */
function ofThisEngine(value: unknown): unknown {
  const document: UnknownModel = typeof value === 'object' && value !== null ? value : {};
  if (DRAWN_ALIKE.includes(document.engine)) return value;
  if (document.engine === EARLIER_PRIVATE && document.mode === 'private')
    return upgradeEarlierPrivate(value);
  const reason =
    document.mode === 'fast'
      ? 'The model was fitted in mode fast, which is no longer supported'
      : `The model was fitted by ${String(document.engine ?? 'an unknown engine').slice(0, 40)}; this engine is ${engineVersion}`;
  throw new ModelUnreadable(`${reason}. Fit the file again.`);
}

/**
 * Parses a sealed file of this engine.
 *
 * @throws ModelUnreadable if the bytes are no model, are damaged, or come from another version
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
 * Checks a value's shape and returns it unchanged. The schema's output would have another key order
 * and so another hash.
 *
 * @throws ModelUnreadable
 */
export function ofShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return value as T;
  const { path, message } = parsed.error.issues[0];
  throw new ModelUnreadable(`Invalid model file at ${path.join('.') || 'the root'}: ${message}.`);
}
