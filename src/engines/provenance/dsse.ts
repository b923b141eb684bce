import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the signed bytes of a DSSE envelope: type and payload with lengths (DSSE 1.0). */
export function signedBytes(type: string, payload: Uint8Array): Uint8Array {
  const name = utf8ToBytes(type);
  return concatBytes(
    utf8ToBytes(`DSSEv1 ${name.length} `),
    name,
    utf8ToBytes(` ${payload.length} `),
    payload,
  );
}
