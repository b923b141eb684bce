import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a variable set to nothing counts as not set', () => {
  const blank = { SESSION_HOURS: '', WORKERS: ' ', LOG_LEVEL: '', PORT: '', HOST: '' };
  expect(readConfig(blank)).toEqual(readConfig({}));
});

test('a wrong value is named with its variable', () => {
  expect(() => readConfig({ PORT: 'abc' })).toThrow('PORT');
  expect(() => readConfig({ SESSION_HOURS: '-1' })).toThrow('SESSION_HOURS');
  expect(() => readConfig({ DATABASE_URL: 'mysql://a@b/c' })).toThrow(
    'DATABASE_URL: must be an address such as postgres://user:password@host:5432/database',
  );
});

test('a captcha that pages could not offer is refused, and one of this host needs its secret alone', () => {
  const captcha = (settings: Record<string, string>) => () =>
    readConfig(Object.fromEntries(Object.entries(settings).map(([k, v]) => [`CAPTCHA_${k}`, v])))
      .captcha;
  expect(captcha({ VERIFY_URL: 'https://verify.example', SECRET: 's' })).toThrow(
    'CAPTCHA_PROVIDER',
  );
  expect(captcha({ PROVIDER: 'altcha' })).toThrow('CAPTCHA_SECRET');
  expect(captcha({ PROVIDER: 'hcaptcha', SECRET: 's' })).toThrow('CAPTCHA_SITE_KEY');
  expect(captcha({ PROVIDER: 'altcha', SECRET: 's' })()?.widget).toEqual({ provider: 'altcha' });
  expect(captcha({ PROVIDER: 'turnstile', SECRET: 's', SITE_KEY: 'k' })()).toEqual({
    widget: { provider: 'turnstile', siteKey: 'k' },
    secret: 's',
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    origins: ['https://challenges.cloudflare.com'],
  });
});
