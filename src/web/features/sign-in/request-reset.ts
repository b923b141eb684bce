import { callFunction, WITHOUT_WORDS } from '../../data/call-function.ts';
import { hostConfig } from '../../data/client.ts';
import { fail, notice } from '../../lib/notices.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { emailIssue } from '../../lib/validation.ts';
import { captchaToken } from './captcha-token.ts';

const FAILED = 'Failed to send reset link';

export async function requestReset(typed: string): Promise<string | null> {
  const email = typed.trim();
  if (email === '') {
    const title = 'Email required';
    fail(title, 'Please enter your email above, then click "Forgot password".');
    return title;
  }
  const issue = emailIssue(email);
  if (issue) {
    fail('Validation Error', issue);
    return issue;
  }
  try {
    await callFunction('request-password-reset', { email, ...(await captchaToken()) });
    const { mailFrom } = await hostConfig();
    const sender = mailFrom ?? `no-reply@${window.location.hostname}`;
    notice('Reset link requested', `If an account exists, you'll receive an email from ${sender}.`);
  } catch (error) {
    const silent = error instanceof ServiceError && error.code === WITHOUT_WORDS;
    fail('Error', silent ? FAILED : error, FAILED);
  }
  return null;
}
