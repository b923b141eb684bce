import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** File in the data folder of a demo, with its accounts; marks every page as *Demo*. */
export const demoFile = (dataDir: string): string => join(dataDir, 'demo.json');

export const isDemo = (dataDir: string): boolean => existsSync(demoFile(dataDir));

/** Passwords of a demo are printed, so only this machine may reach it. */
export function assertLoopback(host: string): void {
  if (LOOPBACK.has(host)) return;
  throw new AppError(
    'bad_request',
    `The demo prints its passwords, so it listens on this machine only. Unset HOST (now ${host}) or set it to 127.0.0.1.`,
  );
}
