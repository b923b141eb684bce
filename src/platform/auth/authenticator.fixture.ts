import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type Flaw = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  absent?: boolean;
};

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** Encodes the subset of CBOR (RFC 8949) that WebAuthn needs: integers, bytes, text, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    if (size < 256) return Buffer.from([(major << 5) | 24, size]);
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as number)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** Creates a software security key (Web Authentication): one P-256 key, no attestation. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, flaw: Flaw) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: flaw.challenge ?? challenge,
        origin: flaw.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (flags: number, flaw: Flaw, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(flaw.counter ?? counter);
    const present = flaw.absent ? 0 : 0x01;
    const party = sha256(flaw.rpId ?? new URL(origin).hostname);
    return Buffer.concat([party, Buffer.from([flags | present]), count, rest]);
  };
  const base = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  };

  return {
    register: (challenge: string, flaw: Flaw = {}) => {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(jwk.x!, 'base64url')],
          [-3, Buffer.from(jwk.y!, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(0x40, flaw, attested)],
        ]),
      );
      return {
        ...base,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, flaw).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['usb'],
        },
      };
    },
    assert: (challenge: string, flaw: Flaw = {}) => {
      const client = clientData('webauthn.get', challenge, flaw);
      const data = authenticatorData(0, flaw);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...base,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
