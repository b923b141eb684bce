const EMAIL = /^[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** What is wrong with an e-mail address, or null. Give it trimmed. */
export function emailIssue(email: string): string | null {
  if (!EMAIL.test(email) || email.startsWith('.') || email.includes('..')) {
    return 'Invalid email format';
  }
  return email.length > 255 ? 'Email must be less than 255 characters' : null;
}

/** What is wrong with a password that must have at least so many characters, or null. */
export function passwordIssue(password: string, least: number): string | null {
  if (password.length < least) return `Password must be at least ${least} characters`;
  return password.length > 72 ? 'Password too long' : null;
}

export type SignInValues = { email: string; password: string };

/** The first thing wrong with what was typed into the sign-in form, or null. */
export function signInIssue(values: SignInValues): string | null {
  return emailIssue(values.email.trim()) ?? passwordIssue(values.password, 8);
}
