export type CaptchaWidget =
  | { provider: 'altcha' }
  | { provider: 'hcaptcha' | 'turnstile'; siteKey: string };
