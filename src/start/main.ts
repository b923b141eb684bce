import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../shared/errors.ts';
import { type App, createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { createLog } from './log.ts';
import { assertStoreAnswers } from './open-files.ts';
import { openStore } from './open-store.ts';
import { scheduleBackups } from './schedule-backups.ts';
import { createReleasers } from './shutdown.ts';
import { describeStartError } from './start-error.ts';
import type { WorkerOrder } from './worker-order.ts';

const releasers = createReleasers();
let ending = false;
let announced = false;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  if (announced) say('Stopping the sandbox.');
  await releasers.run((name, error) => console.error(`could not close ${name}:`, error));
  if (announced) say('The sandbox has stopped.');
  process.exit(code);
}

function superviseWorkers(count: number, order: WorkerOrder): void {
  const alive = new Map<number, ChildProcess>();
  const start = (slot: number, wait: number) => {
    if (ending) return;
    const startedAt = Date.now();
    const child = fork(new URL('./worker.ts', import.meta.url), { stdio: 'inherit' });
    alive.set(slot, child);
    child.send(order);
    child.once('exit', async () => {
      alive.delete(slot);
      const next = Date.now() - startedAt > 30_000 ? 200 : Math.min(wait * 2, 10_000);
      await sleep(wait);
      start(slot, next);
    });
  };
  for (let slot = 0; slot < count; slot++) start(slot, 200);
  releasers.add('workers', async () => {
    await Promise.all(
      [...alive.values()].map(
        (child) =>
          new Promise<void>((resolve) => {
            const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
            child.once('exit', () => {
              clearTimeout(force);
              resolve();
            });
            child.kill('SIGTERM');
          }),
      ),
    );
  });
}

async function listen(app: App, config: Config): Promise<void> {
  try {
    await app.host.listen({ host: config.host, port: config.port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new AppError('conflict', `Port ${config.port} is in use. Set PORT to a free one.`);
    }
    if (code === 'EACCES') {
      throw new AppError(
        'forbidden',
        `Port ${config.port} requires privileges that this user lacks. Set PORT to a port above 1023.`,
      );
    }
    throw error;
  }
}

async function announce(app: App, config: Config): Promise<void> {
  say(`Synthetic Banking Sandbox ${config.version} is running at ${config.publicUrl}`);
  if (await app.hasSuperadmin()) return;
  say(`No superadmin yet: open ${config.publicUrl}/admin-setup`);
  const { file } = app.setupToken;
  if (file === null) say('Setup token: the one in ADMIN_SETUP_TOKEN');
  else if (process.stdout.isTTY) say(`Setup token: ${app.setupToken.read()}`);
  else say(`Setup token: in ${file}`);
}

/** Warns about HTTPS without a configured proxy: its clients would count as one address. */
function warnOfMissingProxy(config: Config, log: Pick<Logger, 'warn'>): void {
  if (!config.publicUrl.startsWith('https:') || config.trustProxy.length > 0) return;
  log.warn(
    'PUBLIC_URL starts with https, but TRUST_PROXY is empty: sign-in limits count all clients as the proxy.',
  );
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  for (const problem of openDataFolder(config.dataDir)) log.warn(problem);
  warnOfMissingProxy(config, log);
  await assertStoreAnswers(config);
  const store = await openStore(config);
  releasers.add('database server', store.stop);
  void store.crashed.then((said) => {
    if (ending) return;
    console.error(`The database server stopped unexpectedly: ${said}`);
    void end(1);
  });
  superviseWorkers(config.workers, store);
  const app = await createApp({
    config,
    ownerUrl: store.ownerUrl,
    authenticatorUrl: store.authenticatorUrl,
    log,
    releasers,
  });
  await listen(app, config);
  if (config.backups !== undefined) {
    releasers.add('backups', scheduleBackups(config.backups, log));
  }
  await announce(app, config);
  announced = true;
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => void end(0));

// npm does not forward signals, so the parent's end counts as one.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent && !ending) void end(0);
}, 1000).unref();

main().catch(async (error: unknown) => {
  console.error(describeStartError(error) ?? error);
  await end(1);
});
