import type { CaptchaWidget } from '../shared/captcha.ts';
import { AppError } from '../shared/errors.ts';

export type CaptchaConfig = {
  widget: CaptchaWidget;
  secret: string;
  verifyUrl: string | null;
  origins: readonly string[];
};

type Settings = {
  CAPTCHA_PROVIDER?: CaptchaWidget['provider'] | undefined;
  CAPTCHA_SITE_KEY?: string | undefined;
  CAPTCHA_SECRET?: string | undefined;
  CAPTCHA_VERIFY_URL?: string | undefined;
};

const PROVIDERS = {
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    origins: ['https://challenges.cloudflare.com'],
  },
};

/** Refuses an incomplete captcha, which would silently block or open sign-in. */
export function captchaOf(settings: Settings): CaptchaConfig | undefined {
  const {
    CAPTCHA_PROVIDER: provider,
    CAPTCHA_SITE_KEY: siteKey,
    CAPTCHA_SECRET: secret,
    CAPTCHA_VERIFY_URL: verifyUrl,
  } = settings;
  const missing = (name: string, why: string) =>
    new AppError('bad_request', `${name} is missing: ${why}`);
  if (provider === undefined) {
    if ([siteKey, secret, verifyUrl].every((value) => value === undefined)) return undefined;
    throw missing('CAPTCHA_PROVIDER', 'set it to altcha, hcaptcha or turnstile.');
  }
  if (secret === undefined) throw missing('CAPTCHA_SECRET', 'it is required to verify proofs.');
  if (provider === 'altcha') {
    return { widget: { provider }, secret, verifyUrl: null, origins: [] };
  }
  if (siteKey === undefined) throw missing('CAPTCHA_SITE_KEY', `${provider} requires it.`);
  const defaults = PROVIDERS[provider];
  return {
    ...defaults,
    widget: { provider, siteKey },
    secret,
    verifyUrl: verifyUrl ?? defaults.verifyUrl,
  };
}
