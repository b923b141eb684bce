/** How the pages come by a proof that a person is there; `/config.json` says it. */
export type CaptchaWidget =
  | { provider: 'altcha' }
  | { provider: 'hcaptcha' | 'turnstile'; siteKey: string };
