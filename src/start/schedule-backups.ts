import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { listBackups, timeOfBackup } from '../platform/backup/keep-backups.ts';
import type { Config } from './config.ts';

const LOOK_MILLISECONDS = 60_000;
const COMMAND = fileURLToPath(new URL('../cli/sandbox.mjs', import.meta.url));

export function isDue({ folder, hours }: NonNullable<Config['backups']>, now: Date): boolean {
  const newest = listBackups(folder).at(-1);
  if (newest === undefined) return true;
  return now.getTime() - timeOfBackup(newest).getTime() >= hours * 3_600_000;
}

/** Runs the backup command in a separate process whenever due. Returns a function that stops it. */
export function scheduleBackups(
  backups: NonNullable<Config['backups']>,
  log: Pick<Logger, 'info' | 'error'>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () =>
    new Promise<void>((resolve) => {
      const args = [COMMAND, 'backup', backups.folder, '--keep', String(backups.keep)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      const output = { out: '', err: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output.out += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        output.err += text;
      });
      child.once('close', (code) => {
        if (code === 0) log.info({ backup: JSON.parse(output.out) }, 'backed up');
        else log.error({ said: output.err.trim() }, 'could not back up');
        resolve();
      });
    });
  const look = () => {
    if (running !== null || !isDue(backups, new Date())) return;
    running = run().finally(() => {
      running = null;
    });
  };
  const timer = setInterval(look, LOOK_MILLISECONDS);
  look();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
