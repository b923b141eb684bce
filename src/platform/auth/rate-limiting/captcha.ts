import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuthError } from '../auth-error.ts';

export type Captcha = {
  verify: (token: string, address: string) => Promise<boolean>;
  challenge?: () => Promise<unknown>;
};

const WAIT_MILLISECONDS = 5000;
const answer = z.object({ success: z.boolean() });
const carrier = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().min(1).max(8192) }),
});

/** Shared protocol of hCaptcha, Turnstile and reCAPTCHA: a form of secret, response and address. */
export function siteVerifyCaptcha(options: { verifyUrl: string; secret: string }): Captcha {
  return {
    verify: async (token, address) => {
      const response = await fetch(options.verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: options.secret, response: token, remoteip: address }),
        redirect: 'error',
        signal: AbortSignal.timeout(WAIT_MILLISECONDS),
      });
      if (!response.ok) return false;
      const parsed = answer.safeParse(await response.json());
      return parsed.success && parsed.data.success;
    },
  };
}

/** Refuses a request without a valid proof if a provider is configured. */
export async function requireCaptcha(
  captcha: Captcha | undefined,
  request: FastifyRequest,
): Promise<void> {
  const body = carrier.safeParse(request.body);
  const token = body.success ? body.data.gotrue_meta_security.captcha_token : undefined;
  await requireCaptchaToken(captcha, { token, address: request.ip });
}

/** Like `requireCaptcha`, for a token passed another way. A failing provider also refuses. */
export async function requireCaptchaToken(
  captcha: Captcha | undefined,
  { token, address }: { token: string | undefined; address: string },
): Promise<void> {
  if (captcha === undefined) return;
  const right =
    token !== undefined &&
    token.length <= 8192 &&
    (await captcha.verify(token, address).catch(() => false));
  if (!right) {
    throw new AuthError(
      400,
      'captcha_failed',
      'captcha protection: request disallowed (captcha-token missing or not accepted)',
    );
  }
}
