import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../platform/gateway/free-port.ts';
import { readConfig } from '../../start/config.ts';
import { assertLoopback } from '../../start/demo-folder.ts';
import { witnessAdvice } from '../../start/witness-advice.ts';
import { deleteDemo, demoOf, newDemo, writeDemo } from '../demo/accounts.ts';
import { describeDemo } from '../demo/describe-demo.ts';
import { refused } from '../terminal/arguments.ts';
import { stageProgress } from '../terminal/progress.ts';
import {
  endWithThis,
  type Running,
  runningIn,
  startInBackground,
  stopRunning,
  untilSignal,
} from './background.ts';

const options = {
  demo: { type: 'boolean', default: false },
  reset: { type: 'boolean', default: false },
  foreground: { type: 'boolean', default: false },
  key: { type: 'boolean', default: false },
} as const;

/** Variables that would lead a demo to data of others. */
const NOT_FOR_A_DEMO = ['DATABASE_URL', 'STORAGE_URL', 'LOG_KEY_FILE', 'SECRET_KEY_FILE'];

/** Data folder of `up` and `down`: DATA_DIR, or a folder of the demo's own. */
export const folderOf = (demo: boolean): string =>
  resolve(process.env.DATA_DIR || (demo ? 'demo-data' : 'data'));

async function start(dataDir: string): Promise<Running> {
  const running = runningIn(dataDir);
  if (running !== null) return running;
  const { port, publicUrl } = readConfig();
  const env = { WEBHOOK_HOSTS: 'localhost', ...process.env };
  return process.env.PORT
    ? startInBackground({ dataDir, port, publicUrl }, env)
    : startInBackground(
        { dataDir, port: await freePort(), publicUrl: process.env.PUBLIC_URL },
        env,
      );
}

/** Starts the demo, filled unless an earlier start has done so. */
async function startDemo(dataDir: string, reset: boolean) {
  const set = NOT_FOR_A_DEMO.filter((name) => process.env[name]);
  if (set.length > 0) throw refused(`The demo uses its own data folder. Unset ${set.join(', ')}.`);
  assertLoopback(readConfig().host);
  const progress = stageProgress();
  let demo = demoOf(dataDir);
  // An interrupted start leaves half of the data.
  if (demo !== null && (reset || !demo.filled)) {
    const old = runningIn(dataDir);
    if (old !== null) await stopRunning(old);
    deleteDemo(dataDir);
    demo = null;
  }
  demo ??= newDemo();
  progress('starting the sandbox');
  const isNew = !demo.filled;
  if (isNew) writeDemo(dataDir, demo);
  const running = await start(dataDir);
  if (isNew) {
    const { fillDemo } = await import('../demo/fill-demo.ts');
    const release = endWithThis(running.pid);
    try {
      await fillDemo(running, demo, progress);
    } catch (error) {
      await stopRunning(running);
      throw error;
    }
    release();
    demo.filled = true;
    writeDemo(dataDir, demo);
  }
  progress('done');
  return { running, demo };
}

async function keyOf(running: Running): Promise<string> {
  return (await import('./program-key.ts')).programKey(running);
}

/** `sandbox up`. Prints one JSON line when ready; with `--foreground` words, until Ctrl-C. */
export async function upCommand(args: string[]): Promise<number> {
  const { demo: isDemo, reset, foreground, key } = parseArgs({ args, options }).values;
  // Files in the data folder state passwords.
  process.umask(0o077);
  if (reset && !isDemo) throw refused('--reset deletes a demo and applies only to --demo.');
  if (key && isDemo) throw refused('--key applies to a sandbox that is no demo.');
  const dataDir = folderOf(isDemo);
  const { running, demo } = isDemo
    ? await startDemo(dataDir, reset)
    : { running: await start(dataDir), demo: null };
  if (!isDemo) {
    for (const line of witnessAdvice(readConfig(), running.url)) process.stderr.write(`${line}\n`);
  }
  if (!foreground) {
    const accounts = demo === null ? {} : { accounts: Object.values(demo.accounts) };
    const program = key ? { key: await keyOf(running) } : {};
    process.stdout.write(`${JSON.stringify({ ...running, ...accounts, ...program })}\n`);
    return 0;
  }
  // Ctrl-C may follow the address at once.
  const ended = untilSignal(running);
  process.stdout.write(
    demo === null
      ? `${running.url}\nSetup token: in ${running.setupTokenFile}\n`
      : describeDemo(running, demo),
  );
  await ended;
  await stopRunning(running);
  return 0;
}

/** `sandbox down`. Ends the sandbox that `up` started on the same folder; its data stays. */
export async function downCommand(args: string[]): Promise<number> {
  const { demo } = parseArgs({ args, options: { demo: options.demo } }).values;
  const dataDir = folderOf(demo);
  const running = runningIn(dataDir);
  if (running === null) throw refused(`No sandbox started by "up" runs on ${dataDir}.`);
  await stopRunning(running);
  process.stdout.write(`${JSON.stringify({ stopped: running.pid, dataDir })}\n`);
  return 0;
}
