import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
const DIGITS = 6;
/** Tolerated clock skew in steps, in either direction. */
const SKEW = 1;

const generator = (secret: string, label = '', issuer = '') =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: STEP_SECONDS,
    label,
    issuer,
  });

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export async function enrolment(
  secret: string,
  account: { label: string; issuer: string },
): Promise<{ qr_code: string; secret: string; uri: string }> {
  const uri = generator(secret, account.label, account.issuer).toString();
  const { toString: draw } = await import('qrcode');
  const svg = await draw(uri, { type: 'svg', margin: 2 });
  // Clients embed the picture in a data URL, where '#' would end it.
  const picture = svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').trim();
  return { qr_code: picture, secret, uri };
}

/**
 * Returns the 30-second step (RFC 6238) of a code within one step of `now`; null if none matches or
 * it is not after `lastStep`, the last accepted step.
 */
export function matchingStep({
  secret,
  code,
  now,
  lastStep,
}: {
  secret: string;
  code: string;
  now: Date;
  lastStep: number | null;
}): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = generator(secret);
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  let matched: number | null = null;
  for (let step = current - SKEW; step <= current + SKEW; step++) {
    const expected = totp.generate({ timestamp: step * STEP_SECONDS * 1000 });
    const same = timingSafeEqual(Buffer.from(expected), Buffer.from(code));
    if (same && step > (lastStep ?? -1)) matched = step;
  }
  return matched;
}
