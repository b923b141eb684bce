import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { AppError } from '../../../shared/errors.ts';
import { readPostmaster } from './postmaster-file.ts';
import { asUnprivileged } from './unprivileged.ts';

export type EmbeddedServer = {
  /** Superuser's address of the maintenance database. */
  url: string;
  pid: number;
  /** Stops the server (fast shutdown); resolves when the last process has ended. */
  stop: () => Promise<void>;
  crashed: Promise<string>;
};

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=120',
  'shared_buffers=160MB',
  'work_mem=16MB',
  'maintenance_work_mem=128MB',
  'max_wal_size=2GB',
  'random_page_cost=1.1',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_min_messages=warning',
];

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

type Postmaster = {
  program: string;
  data: string;
  password: string;
  settings: readonly string[];
  port?: number | undefined;
};

/** Runs PostgreSQL on a folder and a free local port until it is stopped or its parent ends. */
export async function runPostmaster({
  program,
  data,
  password,
  settings,
  port: wanted,
}: Postmaster): Promise<EmbeddedServer> {
  const run = asUnprivileged();
  const port = wanted ?? (await freePort());
  const all = [...SETTINGS, ...settings, `port=${port}`].flatMap((setting) => ['-c', setting]);
  const command = run.command(program, ['-D', data, ...all]);
  const log: string[] = [];
  const guardian = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./guardian.ts', import.meta.url)),
      JSON.stringify({ ...command, ...run.spawnOptions }),
    ],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    },
  );
  for (const stream of [guardian.stdout, guardian.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log.push(text);
      if (log.length > 50) log.shift();
    });
  }
  let stopping = false;
  const ended = new Promise<void>((resolve) => guardian.once('exit', () => resolve()));
  const crashed = new Promise<string>((resolve) => {
    void ended.then(() => {
      if (!stopping) resolve(log.join('').trim().split('\n').slice(-3).join(' '));
    });
  });
  guardian.stdin.on('error', () => {});

  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url, guardian, log);
  return {
    url,
    pid: readPostmaster(data)?.pid ?? guardian.pid ?? 0,
    crashed,
    stop: async () => {
      stopping = true;
      guardian.stdin.end();
      await ended;
    },
  };
}

async function waitUntilReady(url: string, guardian: ChildProcess, log: string[]): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (guardian.exitCode !== null) break;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch {
      await sleep(25);
    } finally {
      await client.end().catch(() => {});
    }
  }
  const lastLines = log.join('').trim().split('\n').slice(-4).join(' ');
  throw new AppError(
    'unavailable',
    `The embedded PostgreSQL did not start: ${lastLines || 'no message'}`,
  );
}
