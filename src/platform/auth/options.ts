import type { Mailer } from '../mail/mailer.ts';
import type { SmsSender } from '../sms/sms-sender.ts';
import type { IdentityProviders } from './oauth/identity-providers.ts';
import type { Captcha } from './rate-limiting/captcha.ts';

export type AuthOptions = {
  mailer: Mailer;
  /** Where people reach the application; links in mails begin with it. */
  siteUrl: string;
  /** Further addresses that a link may lead to; `*` stands for anything but a slash. */
  redirectAllowList: string[];
  /** Without one, phones can't be second factors. */
  sms?: SmsSender | undefined;
  /** OpenID Connect providers by the name that clients use. */
  providers?: IdentityProviders | undefined;
  /** Where given, password sign-in and reset requests carry a proof that it checks. */
  captcha?: Captcha | undefined;
  sessions?: Partial<SessionLimits> | undefined;
  /** Refuses the passwords that people use most. */
  denyCommonPasswords?: boolean | undefined;
  /** The clock of time-based codes. */
  now?: (() => Date) | undefined;
};

/** How long a session lives: since the sign-in, and without a refresh. */
export type SessionLimits = { longestSeconds: number; idleSeconds: number };

export const SESSION_LIMITS: SessionLimits = {
  longestSeconds: 30 * 86_400,
  idleSeconds: 3 * 86_400,
};
