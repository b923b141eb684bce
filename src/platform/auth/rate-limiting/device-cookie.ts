import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Device cookies as OWASP describes them: who signs in gets a signed cookie, and with it the guesses of others
 * do not slow them down. It is bound to one account and grants nothing else.
 */
export type DeviceCookies = {
  /** The device's random name, where the request brings a good cookie for this account; else null. */
  read: (request: FastifyRequest, email: string) => string | null;
  give: (reply: FastifyReply, email: string) => void;
};

/** As long as a network is known for. */
export const KNOWN_DAYS = 90;

export function deviceCookies(secret: Buffer, publicUrl: string): DeviceCookies {
  const isSecure = publicUrl.startsWith('https:');
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest();
  // One cookie for each account that this browser was used with; the name does not reveal which.
  const nameOf = (email: string) =>
    `${isSecure ? '__Secure-' : ''}sandbox-device-${mac(`name\n${email}`).toString('hex', 0, 8)}`;
  const signatureOf = (email: string, device: string, issued: string) =>
    mac(`device\n${email}\n${device}\n${issued}`);

  return {
    read: (request, email) => {
      const value = cookieOf(request, nameOf(email));
      const [device = '', issued = '', signature = ''] = value?.split('.') ?? [];
      const presented = Buffer.from(signature, 'base64url');
      const expected = signatureOf(email, device, issued);
      if (presented.length !== expected.length || !timingSafeEqual(presented, expected))
        return null;
      const isRecent = Number(issued) > Date.now() / 1000 - KNOWN_DAYS * 86_400;
      return isRecent ? device : null;
    },
    give: (reply, email) => {
      const device = randomBytes(16).toString('base64url');
      const issued = String(Math.floor(Date.now() / 1000));
      const signature = signatureOf(email, device, issued).toString('base64url');
      reply.header(
        'set-cookie',
        // Strict: only this site's own pages bring it. Without credentials, a client of another origin has none.
        `${nameOf(email)}=${device}.${issued}.${signature}; Path=/auth/v1; HttpOnly; SameSite=Strict; Max-Age=${KNOWN_DAYS * 86_400}${isSecure ? '; Secure' : ''}`,
      );
    },
  };
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
