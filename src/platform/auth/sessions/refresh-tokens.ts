import { createHmac, timingSafeEqual } from 'node:crypto';

export type RefreshTokens = {
  make: (sessionId: string, counter: number) => string;
  read: (token: string) => { sessionId: string; counter: number } | null;
};

const BODY_BYTES = 20;
const MAC_BYTES = 16;
const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Derives refresh tokens from session, counter and a keyed hash of both; none is stored. */
export function refreshTokens(secret: Buffer): RefreshTokens {
  const mac = (body: Buffer) =>
    createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES);
  return {
    make: (sessionId, counter) => {
      const body = Buffer.alloc(BODY_BYTES);
      uuidBytes(sessionId).copy(body);
      body.writeUInt32BE(counter, 16);
      return Buffer.concat([body, mac(body)]).toString('base64url');
    },
    read: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== BODY_BYTES + MAC_BYTES) return null;
      const body = bytes.subarray(0, BODY_BYTES);
      if (!timingSafeEqual(mac(body), bytes.subarray(BODY_BYTES))) return null;
      const hex = body.toString('hex', 0, 16);
      const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return { sessionId, counter: body.readUInt32BE(16) };
    },
  };
}
