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
  captcha?: Captcha | undefined;
  sessions?: Partial<SessionLimits> | undefined;
  denyCommonPasswords?: boolean | undefined;
  now?: (() => Date) | undefined;
};

export type SessionLimits = { longestSeconds: number; idleSeconds: number };

export const SESSION_LIMITS: SessionLimits = {
  longestSeconds: 30 * 86_400,
  idleSeconds: 3 * 86_400,
};
