import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Device cookies after OWASP: a sign-in sets a signed cookie that exempts the device from delays
 * caused by others. It is bound to one account and grants nothing else.
 */
export type DeviceCookies = {
  /** Returns the device's random name from a valid cookie for this account, else null. */
  read: (request: FastifyRequest, email: string) => string | null;
  give: (reply: FastifyReply, email: string) => void;
};

export const KNOWN_DAYS = 90;

export function deviceCookies(secret: Buffer, publicUrl: string): DeviceCookies {
  const isSecure = publicUrl.startsWith('https:');
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest();
  // One cookie per account used in this browser; the name does not reveal which.
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
        // Strict: sent only by this site's pages; other origins' clients without credentials have
        // none.
        `${nameOf(email)}=${device}.${issued}.${signature}; Path=/auth/v1; HttpOnly; SameSite=Strict; Max-Age=${KNOWN_DAYS * 86_400}${isSecure ? '; Secure' : ''}`,
      );
    },
  };
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
