import { hostConfig } from '../../data/client.ts';

/** Returns a new CAPTCHA token for a request; nothing if the host requires none. */
export async function captchaToken(): Promise<{ captchaToken?: string }> {
  const { captcha } = await hostConfig();
  return captcha
    ? { captchaToken: await (await import('./solve-captcha.ts')).solveCaptcha(captcha) }
    : {};
}
