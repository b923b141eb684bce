import type { PgBoss } from 'pg-boss';
import type { PasswordRules } from '../platform/auth/accounts/passwords.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { Platform } from '../platform/gateway/context.ts';
import type { ReadRecorder } from '../platform/gateway/record-access.ts';
import type { Notifications } from '../platform/jobs/notifications.ts';

export type Product = {
  platform: Platform;
  boss: PgBoss;
  notifications: Notifications;
  files: FileStore;
  /** Returns the address of a file folder for other machines: an `s3://` URL or a local path. */
  addressOf: (folder: string) => string;
  /** Records read access to a table's rows in the audit trail, once a day. */
  recordRead: ReadRecorder;
  workFolder: string;
  maxAnswerBytes: number;
  /** Hosts that webhooks may call; none if empty. */
  webhookHosts: readonly string[];
  /** Parties other than the operator that sign the log. */
  logSigners: LogSigners;
  version: string;
  setupToken: { matches: (token: string) => boolean };
  /** Throws if the setup token is wrong, or was wrong too often from this address. */
  setupGuard: (address: string, right: boolean) => Promise<void>;
  passwordRules: PasswordRules;
  accounts: AccountServices;
};

export type LogSigners = { witness: boolean; timestamp: boolean };

type AccountServices = {
  requestPasswordReset: (request: {
    email: string;
    address: string;
    captchaToken: string | undefined;
  }) => Promise<void>;
  /** True if mail is sent; otherwise it is written to the outbox folder. */
  hasMailServer: boolean;
  sendMails: () => void;
};
