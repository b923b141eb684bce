import { join } from 'node:path';
import type pg from 'pg';
import type { AuthOptions } from '../platform/auth/options.ts';
import { type Captcha, siteVerifyCaptcha } from '../platform/auth/rate-limiting/captcha.ts';
import { proofOfWork } from '../platform/auth/rate-limiting/proof-of-work.ts';
import type { Platform } from '../platform/gateway/context.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { openSmsSender } from '../platform/sms/sms-sender.ts';
import type { CaptchaConfig } from './captcha-config.ts';
import type { Config } from './config.ts';

const captchaOf = ({ verifyUrl, secret }: CaptchaConfig, pool: pg.Pool): Captcha =>
  verifyUrl === null ? proofOfWork({ pool, secret }) : siteVerifyCaptcha({ verifyUrl, secret });

export function authOptions(
  config: Config,
  { log, database }: Pick<Platform, 'log' | 'database'>,
): AuthOptions {
  const outbox = join(config.dataDir, 'outbox');
  return {
    mailer: openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, outbox, log }),
    siteUrl: config.publicUrl,
    redirectAllowList: config.redirectAllowList,
    sms: openSmsSender({ webhookUrl: config.smsWebhookUrl, outbox, log }),
    providers: config.identityProviders,
    captcha: config.captcha && captchaOf(config.captcha, database.owner),
    sessions: config.sessions,
    denyCommonPasswords: config.denyCommonPasswords,
  };
}
