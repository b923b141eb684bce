/** CAPTCHA provider of the pages, published in `/config.json`. */
export type CaptchaWidget =
  | { provider: 'altcha' }
  | { provider: 'hcaptcha' | 'turnstile'; siteKey: string };
