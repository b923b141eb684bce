import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sameText } from '../../platform/gateway/same-text.ts';

export type SetupToken = {
  /** Path of the token file; null if the token came from the environment. */
  file: string | null;
  read: () => string;
  matches: (token: string) => boolean;
};

export function openSetupToken(dataDir: string, fromEnvironment: string | undefined): SetupToken {
  const file = join(dataDir, 'admin-setup-token');
  if (fromEnvironment === undefined && !existsSync(file)) writeSetupToken(dataDir);
  const read = () => fromEnvironment ?? readFileSync(file, 'utf8').trim();
  return {
    file: fromEnvironment === undefined ? file : null,
    read,
    matches: (token) => sameText(token, read()),
  };
}

export function writeSetupToken(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'admin-setup-token');
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, file);
}
