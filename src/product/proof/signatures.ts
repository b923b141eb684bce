import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Verify } from '../../engines/provenance/note.ts';

/** Verifies an Ed25519 signature; the public key is its 32 bytes. */
export const verifyEd25519: Verify = (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, signature);
};

export const rawEd25519 = (key: KeyObject): Uint8Array =>
  Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url');

export const signP256 = (key: KeyObject, bytes: Uint8Array): Uint8Array =>
  sign('sha256', bytes, key);

/** Verifies a DER-encoded ECDSA signature (P-256, SHA-256) with a PEM key. */
export function verifyP256(pem: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false;
  return verify('sha256', bytes, key, signature);
}

/** Returns the key hint of a model signature: SHA-256 of the PEM. */
export const pemHint = (pem: string): string => createHash('sha256').update(pem).digest('hex');
