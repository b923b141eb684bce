import { hostConfig } from '../../data/client.ts';

/** The proof that a person asks, made anew for each request; nothing where the host wants none. */
export async function captchaToken(): Promise<{ captchaToken?: string }> {
  const { captcha } = await hostConfig();
  return captcha
    ? { captchaToken: await (await import('./solve-captcha.ts')).solveCaptcha(captcha) }
    : {};
}
