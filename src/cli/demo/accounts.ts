import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { demoFile, isDemo } from '../../start/demo-folder.ts';
import { writeWhole } from '../hashed-file.ts';
import { refused } from '../terminal/arguments.ts';
import type { Account } from './client.ts';

const USERS = {
  superadmin: { email: 'superadmin@demo.example', role: 'Superadmin', organization: null },
  analyst: { email: 'analyst@harbor.example', role: 'User', organization: 'Harbor Bank' },
  approver: { email: 'approver@harbor.example', role: 'Admin', organization: 'Harbor Bank' },
  member: { email: 'analyst@lakeside.example', role: 'Admin', organization: 'Lakeside Mutual' },
} as const;

type DemoUser = keyof typeof USERS;
export type DemoAccount = Account & { role: string; organization: string | null };
export type Demo = { filled: boolean; accounts: Record<DemoUser, DemoAccount> };

const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const letters = (count: number) =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
/** 56 bits, in letters that are not confused with each other. */
export const password = (): string => [letters(4), letters(4), letters(4)].join('-');

export function newDemo(): Demo {
  const accounts = Object.entries(USERS).map(([name, user]) => [
    name,
    { ...user, password: password() },
  ]);
  return { filled: false, accounts: Object.fromEntries(accounts) as Demo['accounts'] };
}

export function writeDemo(dataDir: string, demo: Demo): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeWhole(demoFile(dataDir), `${JSON.stringify(demo, null, 2)}\n`);
}

/** Returns the demo of a folder; null for a new folder. Refuses a folder of anything else. */
export function demoOf(dataDir: string): Demo | null {
  if (isDemo(dataDir)) return JSON.parse(readFileSync(demoFile(dataDir), 'utf8')) as Demo;
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return null;
  throw refused(
    `${dataDir} contains files that are not of a demo. Set DATA_DIR to an empty or new folder.`,
  );
}

/** Deletes the data folder of a demo, and no other. */
export function deleteDemo(dataDir: string): void {
  if (demoOf(dataDir) !== null) rmSync(dataDir, { recursive: true });
}
