import { callFunction, WITHOUT_WORDS } from '../../data/call-function.ts';
import { hostConfig } from '../../data/client.ts';
import { fail, notice } from '../../lib/notices.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { emailIssue } from '../../lib/validation.ts';
import { captchaToken } from './captcha-token.ts';

const FAILED = 'Failed to send reset link';

/** Asks for a reset link, and tells what came of it. */
export async function requestReset(typed: string): Promise<void> {
  const email = typed.trim();
  if (email === '') {
    return fail('Email required', 'Please enter your email above, then click "Forgot password".');
  }
  const issue = emailIssue(email);
  if (issue) return fail('Validation Error', issue);
  try {
    await callFunction('request-password-reset', { email, ...(await captchaToken()) });
    const { mailFrom } = await hostConfig();
    const sender = mailFrom ?? `no-reply@${window.location.hostname}`;
    notice('Reset link requested', `If an account exists, you'll receive an email from ${sender}.`);
  } catch (error) {
    const silent = error instanceof ServiceError && error.code === WITHOUT_WORDS;
    fail('Error', silent ? FAILED : error, FAILED);
  }
}
