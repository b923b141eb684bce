import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Model } from './model.ts';
import { engineVersion } from './model.ts';

/** Thrown where bytes are no model that this engine can read; the message says why. */
export class ModelUnreadable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelUnreadable';
  }
}

const MAGIC = 'sandbox-model';
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
export function modelToBytes(model: Model): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify(model, pack));
  const head = new TextEncoder().encode(`${MAGIC} ${bytesToHex(sha256(body))}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/**
 * Reads a model back.
 *
 * @throws ModelUnreadable where the bytes are no model, are damaged, or come from another version
 */
export function modelFromBytes(bytes: Uint8Array): Model {
  const head = new TextDecoder().decode(bytes.subarray(0, HEADER_LENGTH));
  if (!head.startsWith(`${MAGIC} `)) throw new ModelUnreadable('This file is not a model.');
  const body = bytes.subarray(HEADER_LENGTH);
  if (head !== `${MAGIC} ${bytesToHex(sha256(body))}\n`)
    throw new ModelUnreadable('The model file is damaged: its hash does not match.');
  const model = JSON.parse(new TextDecoder().decode(body), unpack) as Model;
  if (model.engine !== engineVersion)
    throw new ModelUnreadable(`The model was made by ${model.engine}; this is ${engineVersion}.`);
  return model;
}

/** SHA-256 of a model's bytes, in hexadecimal. */
export function modelHash(model: Model): string {
  return bytesToHex(sha256(modelToBytes(model)));
}
