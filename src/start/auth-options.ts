import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { AuthOptions } from '../platform/auth/options.ts';
import { siteVerifyCaptcha } from '../platform/auth/rate-limiting/captcha.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { openSmsSender } from '../platform/sms/sms-sender.ts';
import type { Config } from './config.ts';

/** What the configuration says of sign-in, mails and text messages. */
export function authOptions(config: Config, log: FastifyBaseLogger): AuthOptions {
  const outbox = join(config.dataDir, 'outbox');
  return {
    mailer: openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, outbox, log }),
    siteUrl: config.publicUrl,
    redirectAllowList: config.redirectAllowList,
    sms: openSmsSender({ webhookUrl: config.smsWebhookUrl, outbox, log }),
    providers: config.identityProviders,
    captcha: config.captcha && siteVerifyCaptcha(config.captcha),
    sessions: config.sessions,
    denyCommonPasswords: config.denyCommonPasswords,
  };
}
