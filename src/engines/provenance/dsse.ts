import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The bytes that a DSSE envelope's signature is made over: the type and the payload, each with its length (DSSE 1.0). */
export function signedBytes(type: string, payload: Uint8Array): Uint8Array {
  const name = utf8ToBytes(type);
  return concatBytes(
    utf8ToBytes(`DSSEv1 ${name.length} `),
    name,
    utf8ToBytes(` ${payload.length} `),
    payload,
  );
}
