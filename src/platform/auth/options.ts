import type { Mailer } from '../mail/mailer.ts';

export type AuthOptions = {
  mailer: Mailer;
  /** Where people reach the application; links in mails begin with it. */
  siteUrl: string;
  /** Further addresses that a link may lead to; `*` stands for anything but a slash. */
  redirectAllowList: string[];
};
