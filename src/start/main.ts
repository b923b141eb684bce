import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { assertLoopback, isDemo } from './demo-folder.ts';
import { createLog } from './log.ts';
import { assertStoreAnswers } from './open-files.ts';
import { openStore, type Store } from './open-store.ts';
import type { ProcessOrder } from './process-order.ts';
import { createRestartLimit } from './restart-limit.ts';
import { scheduleBackups } from './schedule-backups.ts';
import { createReleasers } from './shutdown.ts';
import { describeStartError } from './start-error.ts';
import { type Supervised, supervise } from './supervise.ts';

const releasers = createReleasers();
const restarts = createRestartLimit();
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

/** Reports an unexpected end in one line; ends the sandbox if a part ends too often. */
function mayRestart(part: string, reason: string): boolean {
  if (ending) return false;
  if (restarts(part)) {
    console.error(`The ${part} stopped unexpectedly (${reason}). Restarting it.`);
    return true;
  }
  console.error(
    `The ${part} stopped unexpectedly (${reason}), for the sixth time within a minute. Stopping the sandbox; the lines above name the cause. Start it again once that is fixed.`,
  );
  void end(1);
  return false;
}

/** Restarts the embedded database server at the same address; the other processes reconnect. */
async function superviseDatabase(store: Store): Promise<void> {
  let reason = await store.crashed();
  while (mayRestart('database server', reason)) {
    reason = await store.restart().then(store.crashed, (error: Error) => error.message);
  }
}

function startProcess(part: string, file: string, order: ProcessOrder): Supervised {
  let started = false;
  const supervised = supervise({
    file: new URL(file, import.meta.url),
    order,
    onDeath: (reason) => (part === 'API' && !started ? false : mayRestart(part, reason)),
  });
  void supervised.ready.then((ready) => {
    started = ready;
  });
  releasers.add(part, supervised.stop);
  return supervised;
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
  if (isDemo(config.dataDir)) assertLoopback(config.host);
  const log = createLog(config.logLevel);
  for (const problem of openDataFolder(config.dataDir)) log.warn(problem);
  warnOfMissingProxy(config, log);
  await assertStoreAnswers(config);
  const store = await openStore(config);
  releasers.add('database server', store.stop);
  void superviseDatabase(store);
  const { ownerUrl, authenticatorUrl, logUrl } = store;
  const order = { ownerUrl, authenticatorUrl, logUrl };
  for (let number = 1; number <= config.workers; number++) {
    startProcess(config.workers > 1 ? `worker ${number}` : 'worker', './worker.ts', order);
  }
  const ready = await startProcess('API', './api.ts', order).ready;
  if (!ready) return end(1);
  if (config.backups !== undefined) {
    releasers.add('backups', scheduleBackups(config.backups, log));
  }
  announced = true;
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => void end(0));

// npm does not forward signals, so the parent's end counts as one; `sandbox up` ends first.
const parent = process.ppid;
if (!process.argv.includes('--background')) {
  setInterval(() => {
    if (process.ppid !== parent && !ending) void end(0);
  }, 1000).unref();
}

main().catch(async (error: unknown) => {
  console.error(describeStartError(error) ?? error);
  await end(1);
});
