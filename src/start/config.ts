import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  type IdentityProviders,
  identityProviders,
} from '../platform/auth/oauth/identity-providers.ts';
import { type ObjectLocation, parseStorageUrl } from '../platform/files/s3/storage-url.ts';
import type { LogSigners } from '../product/product.ts';
import { AppError } from '../shared/errors.ts';
import { MAX_ANSWER_BYTES } from '../shared/limits.ts';
import { type CaptchaConfig, captchaOf } from './captcha-config.ts';

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('0')
  .transform((text) => text === '1' || text === 'true');
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
const optional = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text.trim() === '' ? undefined : text.trim()));
const json = z
  .string()
  .default('')
  .transform((text, context): unknown => {
    try {
      return text.trim() === '' ? {} : JSON.parse(text);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  });
/** Below, ordinary pages no longer load; above, PostgreSQL and Node.js refuse a single value. */
const MIN_ANSWER_BYTES = 1024 ** 2;
const LARGEST_ANSWER_BYTES = 256 * 1024 ** 2;
const hours = z.coerce.number('must be a number of hours').positive().max(8760).optional();

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number('must be a number').int().min(0).max(65535).default(3000),
  PUBLIC_URL: optional,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optional.refine(
    (text) => text === undefined || /^postgres(ql)?:\/\//.test(text),
    'must be an address such as postgres://user:password@host:5432/database',
  ),
  STORAGE_URL: optional,
  LOG_KEY_FILE: optional,
  WITNESS_URLS: list,
  TIMESTAMP_URL: optional.pipe(z.url().optional()),
  CACHE_BYTES: z.coerce
    .number('must be a number of bytes')
    .int()
    .min(0)
    .default(4 * 1024 ** 3),
  SECRET_KEY_FILE: optional,
  SMTP_URL: optional,
  SMS_WEBHOOK_URL: optional,
  WEBHOOK_HOSTS: list,
  MAIL_FROM: optional,
  ADMIN_SETUP_TOKEN: optional,
  MAX_ANSWER_BYTES: z.coerce
    .number('must be a number of bytes')
    .int()
    .min(MIN_ANSWER_BYTES)
    .max(LARGEST_ANSWER_BYTES)
    .default(MAX_ANSWER_BYTES),
  DISK_RESERVE_MB: z.coerce.number('must be a number of megabytes').min(0).optional(),
  BACKUP_DIR: optional,
  BACKUP_HOURS: z.coerce.number('must be a number of hours').positive().max(8760).default(24),
  BACKUP_KEEP: z.coerce.number('must be a number').int().min(1).default(7),
  MAX_LINK_DAYS: z.coerce.number('must be a number of days').positive().max(3650).default(7),
  /** Read by each thread from the environment. */
  THREADS: z.coerce.number('must be a number').int().min(1).max(99).optional(),
  WORKERS: z.coerce.number('must be a number').int().min(0).max(64).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: optional,
  OTEL_EXPORTER_OTLP_ENDPOINT: optional.pipe(z.url().optional()),
  OTEL_SERVICE_NAME: z.string().default('synthetic-banking-sandbox'),
  PASSWORD_DENY_COMMON: flag,
  REDIRECT_ALLOW_LIST: list,
  TRUST_PROXY: list,
  IDENTITY_PROVIDERS: json.pipe(identityProviders),
  CAPTCHA_PROVIDER: z
    .enum(['altcha', 'hcaptcha', 'turnstile'], 'must be altcha, hcaptcha or turnstile')
    .optional(),
  CAPTCHA_SITE_KEY: optional,
  CAPTCHA_SECRET: optional,
  CAPTCHA_VERIFY_URL: optional.pipe(z.url().optional()),
  SESSION_HOURS: hours,
  SESSION_IDLE_HOURS: hours,
});

export type Config = {
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  logKeyFile: string;
  /** Witnesses of the log: addresses, optionally with `#` and the witness's key. */
  witnessUrls: string[];
  timestampUrl: string | undefined;
  /** Object store of files; a folder of the data folder if absent. */
  objectStore: ObjectLocation | undefined;
  cacheBytes: number;
  /** Bytes of one answer of the data endpoint and of functions that return rows. */
  maxAnswerBytes: number;
  secretKeyFile: string;
  backups: { folder: string; hours: number; keep: number } | undefined;
  smtpUrl: string | undefined;
  smsWebhookUrl: string | undefined;
  /** Hosts that webhooks may call. */
  webhookHosts: string[];
  mailFrom: string;
  adminSetupToken: string | undefined;
  /** Reserved disk space; a share of the disk if absent. */
  diskReserveBytes: number | undefined;
  maxLinkSeconds: number;
  workers: number;
  logLevel: string;
  metricsToken: string | undefined;
  tracedAs: string | undefined;
  denyCommonPasswords: boolean;
  redirectAllowList: string[];
  trustProxy: string[];
  identityProviders: IdentityProviders;
  captcha: CaptchaConfig | undefined;
  /** Longest and idle lifetime of a session; the auth service's defaults if absent. */
  sessions: { longestSeconds?: number; idleSeconds?: number };
  version: string;
};

/** Reads and validates the environment; the error is a single line. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // Empty variables count as unset: compose passes those that .env leaves out.
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '');
  const result = environment.safeParse(Object.fromEntries(set));
  if (!result.success) {
    const issue = result.error.issues[0]!;
    throw new AppError('bad_request', `${issue.path.join('.')}: ${issue.message}`);
  }
  const value = result.data;
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(publicUrl) || !URL.canParse(publicUrl)) {
    throw new AppError(
      'bad_request',
      'PUBLIC_URL must be an address such as https://sandbox.example',
    );
  }
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    witnessUrls: value.WITNESS_URLS,
    timestampUrl: value.TIMESTAMP_URL,
    logKeyFile: resolve(value.LOG_KEY_FILE ?? join(value.DATA_DIR, 'log-key')),
    objectStore: value.STORAGE_URL === undefined ? undefined : parseStorageUrl(value.STORAGE_URL),
    cacheBytes: value.CACHE_BYTES,
    maxAnswerBytes: value.MAX_ANSWER_BYTES,
    secretKeyFile: resolve(value.SECRET_KEY_FILE ?? join(value.DATA_DIR, 'secret-key')),
    backups:
      value.BACKUP_DIR === undefined
        ? undefined
        : {
            folder: resolve(value.BACKUP_DIR),
            hours: value.BACKUP_HOURS,
            keep: value.BACKUP_KEEP,
          },
    smtpUrl: value.SMTP_URL,
    smsWebhookUrl: value.SMS_WEBHOOK_URL,
    webhookHosts: value.WEBHOOK_HOSTS,
    mailFrom: value.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    adminSetupToken: value.ADMIN_SETUP_TOKEN,
    diskReserveBytes:
      value.DISK_RESERVE_MB === undefined ? undefined : value.DISK_RESERVE_MB * 1024 * 1024,
    maxLinkSeconds: Math.round(value.MAX_LINK_DAYS * 86_400),
    workers: value.WORKERS,
    logLevel: value.LOG_LEVEL,
    metricsToken: value.METRICS_TOKEN,
    tracedAs: value.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : value.OTEL_SERVICE_NAME,
    denyCommonPasswords: value.PASSWORD_DENY_COMMON,
    redirectAllowList: value.REDIRECT_ALLOW_LIST,
    trustProxy: value.TRUST_PROXY,
    identityProviders: value.IDENTITY_PROVIDERS,
    captcha: captchaOf(value),
    sessions: {
      ...(value.SESSION_HOURS !== undefined && { longestSeconds: value.SESSION_HOURS * 3600 }),
      ...(value.SESSION_IDLE_HOURS !== undefined && {
        idleSeconds: value.SESSION_IDLE_HOURS * 3600,
      }),
    },
    version: readVersion(),
  };
}

export const logSignersOf = ({ witnessUrls, timestampUrl }: Config): LogSigners => ({
  witness: witnessUrls.length > 0,
  timestamp: timestampUrl !== undefined,
});

export const readVersion = (): string =>
  (
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    }
  ).version;
