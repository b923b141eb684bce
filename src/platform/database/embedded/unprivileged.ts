import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { AppError } from '../../../shared/errors.ts';

export type Unprivileged = {
  command: (program: string, args: string[]) => { program: string; args: string[] };
  spawnOptions: { uid?: number; gid?: number };
  own: (folder: string) => void;
};

const NOBODY = 65534;

function canMapUsers(): boolean {
  const map = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, 'true'];
  return spawnSync('unshare', map, { stdio: 'ignore' }).status === 0;
}

function userId(name: string, flag: '-u' | '-g'): number | undefined {
  try {
    return Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return undefined;
  }
}

/**
 * PostgreSQL refuses root. A user namespace gives it another user id without changing the owner of
 * files; where the container forbids that, an existing account is used.
 */
export function asUnprivileged(): Unprivileged {
  if (process.getuid?.() !== 0) {
    return { command: (program, args) => ({ program, args }), spawnOptions: {}, own: () => {} };
  }
  if (canMapUsers()) {
    return {
      command: (program, args) => ({
        program: 'unshare',
        args: ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, program, ...args],
      }),
      spawnOptions: {},
      own: () => {},
    };
  }
  for (const name of ['postgres', 'nobody']) {
    const uid = userId(name, '-u');
    const gid = userId(name, '-g');
    if (uid === undefined || gid === undefined) continue;
    return {
      command: (program, args) => ({ program, args }),
      spawnOptions: { uid, gid },
      own: (folder) => chownSync(folder, uid, gid),
    };
  }
  throw new AppError(
    'unavailable',
    'PostgreSQL cannot run as root, and neither a user namespace nor the account postgres or nobody is available. Start as a normal user, or set DATABASE_URL.',
  );
}
