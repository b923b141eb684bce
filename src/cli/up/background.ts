import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../shared/errors.ts';
import { writeWhole } from '../hashed-file.ts';

export type Running = {
  url: string;
  pid: number;
  dataDir: string;
  publishableKey: string;
  setupTokenFile: string;
  log: string;
};

const START_MILLISECONDS = 180_000;
const STOP_MILLISECONDS = 30_000;
const POLL_MILLISECONDS = 50;
const main = fileURLToPath(new URL('../../start/main.ts', import.meta.url));
const pages = fileURLToPath(new URL('../../../dist/web/index.html', import.meta.url));
const runFile = (dataDir: string) => join(dataDir, 'running.json');

/** Returns the sandbox that `up` started on a folder; null if it has ended. */
export function runningIn(dataDir: string): Running | null {
  let running: Running;
  try {
    running = JSON.parse(readFileSync(runFile(dataDir), 'utf8')) as Running;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return isOurs(running.pid) ? running : null;
}

/** Checks the command of a process, since its number may belong to another program by now. */
function isOurs(pid: number): boolean {
  return commandOf(pid).includes(main);
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

async function untilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await sleep(POLL_MILLISECONDS);
  }
  child.kill('SIGTERM');
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5);
  throw new AppError('unavailable', `The sandbox did not start. ${log} ends:\n${lines.join('\n')}`);
}

/** Ends a process if this command is stopped before the returned function is called. */
export function endWithThis(pid: number): () => void {
  const end = () => {
    process.kill(pid, 'SIGTERM');
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/** Starts the server as a process that outlives this one, and waits until it answers. */
export async function startInBackground(
  { dataDir, port, publicUrl }: { dataDir: string; port: number; publicUrl?: string | undefined },
  env: NodeJS.ProcessEnv,
): Promise<Running> {
  if (!existsSync(pages))
    throw new AppError('not_found', 'The web pages are not built yet. Run npm run build first.');
  const url = publicUrl ?? `http://localhost:${port}`;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const log = join(dataDir, 'sandbox.log');
  const output = openSync(log, 'w', 0o600);
  const child = spawn(process.execPath, [main, '--background'], {
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...env, DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url },
  });
  closeSync(output);
  const own = `http://localhost:${port}`;
  const release = endWithThis(child.pid!);
  await untilReady(own, child, log);
  release();
  child.unref();
  const config = (await (await fetch(`${own}/config.json`)).json()) as { publishableKey: string };
  const running = {
    url,
    pid: child.pid!,
    dataDir,
    publishableKey: config.publishableKey,
    setupTokenFile: join(dataDir, 'admin-setup-token'),
    log,
  };
  writeWhole(runFile(dataDir), `${JSON.stringify(running)}\n`);
  return running;
}

/** Waits for Ctrl-C or the end of the terminal; throws if the sandbox ends first. */
export async function untilSignal({ pid, log }: Running): Promise<void> {
  let signalled = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      signalled = true;
    });
  while (!signalled) {
    if (!isOurs(pid)) throw new AppError('unavailable', `The sandbox ended. See ${log}.`);
    await sleep(POLL_MILLISECONDS);
  }
}

/** Ends a sandbox that `up` started, and waits until its database has stopped. */
export async function stopRunning({ pid, dataDir }: Running): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + STOP_MILLISECONDS;
  while (isOurs(pid)) {
    if (Date.now() > deadline)
      throw new AppError('unavailable', `The sandbox (pid ${pid}) did not stop within 30 s.`);
    await sleep(POLL_MILLISECONDS);
  }
  rmSync(runFile(dataDir), { force: true });
}
