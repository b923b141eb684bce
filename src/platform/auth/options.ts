import type { Mailer } from '../mail/mailer.ts';
import type { SmsSender } from '../sms/sms-sender.ts';
import type { IdentityProviders } from './oauth/identity-providers.ts';
import type { Captcha } from './rate-limiting/captcha.ts';

export type AuthOptions = {
  mailer: Mailer;
  /** Public address of the application; links in mails begin with it. */
  siteUrl: string;
  /** Further allowed link targets; `*` matches anything but a slash. */
  redirectAllowList: string[];
  /** SMS sender; without one, phones cannot be second factors. */
  sms?: SmsSender | undefined;
  providers?: IdentityProviders | undefined;
  /** If set, password sign-in and reset requests must carry a proof that it accepts. */
  captcha?: Captcha | undefined;
  sessions?: Partial<SessionLimits> | undefined;
  denyCommonPasswords?: boolean | undefined;
  /** Clock of time-based codes. */
  now?: (() => Date) | undefined;
};

/** Lifetime of a session: since the sign-in, and without a refresh. */
export type SessionLimits = { longestSeconds: number; idleSeconds: number };

export const SESSION_LIMITS: SessionLimits = {
  longestSeconds: 30 * 86_400,
  idleSeconds: 3 * 86_400,
};
