import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { AppError } from '../../../shared/errors.ts';
import { findPostgresBinaries } from './binaries.ts';
import { type Postmaster, readPostmaster } from './postmaster-file.ts';
import { markInUse, refuseTornCopy } from './torn-copy.ts';
import { asUnprivileged } from './unprivileged.ts';

/** The number under which a running supervisor holds its advisory lock. */
export const SUPERVISOR_LOCK = 7_265_001;

export type EmbeddedServer = {
  /** Address of the maintenance database, as the superuser. */
  url: string;
  pid: number;
  /** Fast shutdown; resolves when the last process is gone. */
  stop: () => Promise<void>;
  /** Resolves when the server ends without having been asked to. */
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
  'wal_compression=on',
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

function password(folder: string): string {
  const file = join(folder, 'postgres-password');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  }
  return readFileSync(file, 'utf8').trim();
}

function initialise(folder: string, data: string): void {
  const run = asUnprivileged();
  if (run.spawnOptions.uid !== undefined) chmodSync(folder, 0o711);
  // An initdb that was cut off leaves a folder without PG_VERSION; nothing of worth is in it.
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  run.own(data);
  const passwordFile = join(data, '..', 'postgres-initial');
  writeFileSync(passwordFile, password(folder), { mode: 0o600 });
  run.own(passwordFile);
  const { program, args } = run.command(findPostgresBinaries().initdb, [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ]);
  const result = spawnSync(program, args, { encoding: 'utf8', ...run.spawnOptions });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    const said = (result.stderr || result.error?.message || '')
      .trim()
      .split('\n')
      .slice(-3)
      .join(' ');
    throw new AppError('unavailable', `The embedded PostgreSQL could not be set up: ${said}`);
  }
}

async function supervisorOf(postmaster: Postmaster, secret: string): Promise<number | null> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: postmaster.port,
    user: 'postgres',
    password: secret,
    database: 'postgres',
    connectionTimeoutMillis: 3000,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
      [SUPERVISOR_LOCK],
    );
    const pid = Number(rows[0]?.name.split(' ').at(-1));
    return rows.length > 0 && Number.isInteger(pid) ? pid : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits for a server that its dead parent left behind; refuses where a living one uses the folder. */
async function clearFolder(data: string, secret: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const left = readPostmaster(data);
    if (left === null) return;
    const supervisor = await supervisorOf(left, secret);
    if (supervisor !== null) {
      throw new AppError('conflict', `The sandbox is already running here, pid ${supervisor}.`);
    }
    if (attempt === 30) process.kill(left.pid, 'SIGINT');
    await sleep(150);
  }
  throw new AppError('conflict', `Another PostgreSQL holds ${data} and does not stop.`);
}

/** What a start writes at least: one segment of the write-ahead log, and what recovery makes anew. */
const MIN_START_BYTES = 64 * 1024 * 1024;

function refuseFullDisk(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= MIN_START_BYTES) return;
  throw new AppError(
    'unavailable',
    `The disk of ${folder} is full: ${Math.floor((bavail * bsize) / 1024 ** 2)} MB are free, and the database needs 64 MB to start. Make room on that disk, then start again; nothing was changed.`,
  );
}

/**
 * Starts the PostgreSQL that npm shipped, with its files in `folder/postgres`.
 *
 * @param added settings beside the sandbox's own, `name=value` each
 */
export async function startEmbeddedServer(
  folder: string,
  added: readonly string[] = [],
): Promise<EmbeddedServer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const data = join(folder, 'postgres');
  const secret = password(folder);
  refuseTornCopy(folder);
  await clearFolder(data, secret);
  refuseFullDisk(folder);
  const unmark = markInUse(folder);
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(folder, data);

  const run = asUnprivileged();
  // Another account passes through to its own folder; what else is here it can neither list nor read.
  if (run.spawnOptions.uid !== undefined) chmodSync(folder, 0o711);
  const port = await freePort();
  const settings = [...SETTINGS, ...added, `port=${port}`].flatMap((setting) => ['-c', setting]);
  const command = run.command(findPostgresBinaries().postgres, ['-D', data, ...settings]);
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

  const url = `postgres://postgres:${secret}@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url, guardian, log);
  return {
    url,
    pid: readPostmaster(data)?.pid ?? guardian.pid ?? 0,
    crashed,
    stop: async () => {
      stopping = true;
      guardian.stdin.end();
      await ended;
      unmark();
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
  const said = log.join('').trim().split('\n').slice(-4).join(' ');
  throw new AppError(
    'unavailable',
    `The embedded PostgreSQL did not start: ${said || 'no message'}`,
  );
}
