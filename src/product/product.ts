import type { PgBoss } from 'pg-boss';
import type { PasswordRules } from '../platform/auth/accounts/passwords.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { Platform } from '../platform/gateway/context.ts';
import type { ReadRecorder } from '../platform/gateway/record-access.ts';
import type { Notifications } from '../platform/jobs/notifications.ts';

/** What the product's functions are given: the platform, and the things they share. */
export type Product = {
  platform: Platform;
  boss: PgBoss;
  notifications: Notifications;
  files: FileStore;
  /** Where other machines find a folder of the files: an `s3://` address, or a path of this one. */
  addressOf: (folder: string) => string;
  /** Puts on the audit trail who read rows of a table, once a day. */
  recordRead: ReadRecorder;
  /** A folder for files that live as long as one piece of work. */
  workFolder: string;
  /** Whether a witness or a time-stamping authority is asked to sign the log. */
  isLogSignedOutside: boolean;
  /** Of the program. */
  version: string;
  setupToken: { matches: (token: string) => boolean };
  /** Throws where the setup token was wrong, or wrong too often from this address. */
  setupGuard: (address: string, right: boolean) => Promise<void>;
  passwordRules: PasswordRules;
  accounts: AccountServices;
};

/** What the product asks of the auth service. */
type AccountServices = {
  requestPasswordReset: (request: {
    email: string;
    address: string;
    /** The proof that a person asks, where the host wants one. */
    captchaToken: string | undefined;
  }) => Promise<void>;
  /** Whether mails leave this server; else they are files in its outbox. */
  hasMailServer: boolean;
  /** Sends what waits in the queue of mails, after the answer. */
  sendMails: () => void;
};
