import { hostConfig } from '../../data/client.ts';

/** The proof that a person asks, made anew for each request; empty where the host wants none. */
export async function captchaToken(): Promise<string> {
  const { captcha } = await hostConfig();
  if (!captcha) return '';
  return (await import('./solve-captcha.ts')).solveCaptcha(captcha);
}
