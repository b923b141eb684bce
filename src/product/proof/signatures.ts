import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Verify } from '../../engines/provenance/note.ts';

/** Checks an Ed25519 signature by OpenSSL, the key given as its 32 bytes. */
export const verifyEd25519: Verify = (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, signature);
};

export const rawEd25519 = (key: KeyObject): Uint8Array =>
  Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url');

export const signP256 = (key: KeyObject, bytes: Uint8Array): Uint8Array =>
  sign('sha256', bytes, key);

/** Checks an ECDSA signature with P-256 and SHA-256, in DER, against a key as PEM. */
export function verifyP256(pem: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false;
  return verify('sha256', bytes, key, signature);
}

/** How a model signature names the key that made it: the SHA-256 of its PEM. */
export const pemHint = (pem: string): string => createHash('sha256').update(pem).digest('hex');
