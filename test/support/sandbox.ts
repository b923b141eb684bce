import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/platform/gateway/free-port.ts';

export type Sandbox = {
  url: string;
  dataDir: string;
  publishableKey: string;
  secretKey: string;
  setupToken: string;
  process: ChildProcess;
  output: () => string;
  stop: () => Promise<void>;
};

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Waits until ready. A sandbox without workers never is, unless others use its database. */
async function waitUntilReady(
  url: string,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  throw new Error(`the sandbox did not become ready:\n${output()}`);
}

/** Removes a folder of thousands of files without waiting for the disk. */
function removeFolder(folder: string): void {
  spawn('rm', ['-rf', folder], { stdio: 'ignore', detached: true }).unref();
}

/** Starts the product by its command, with an empty or given data folder and a free port. */
export async function startSandbox(
  options: { dataDir?: string; env?: Record<string, string>; keep?: boolean } = {},
): Promise<Sandbox> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'sandbox data '));
  const port = Number(options.env?.PORT ?? (await freePort()));
  const url = `http://localhost:${port}`;
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, 'src/start/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  const output = () => text;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    if (!options.keep) removeFolder(dataDir);
  };
  try {
    const sign = options.env?.WORKERS === '0' ? 'healthz' : 'readyz';
    await waitUntilReady(`${url}/${sign}`, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as {
    publishableKey: string;
  };
  return {
    url,
    dataDir,
    publishableKey,
    secretKey: readFileSync(join(dataDir, 'secret-key'), 'utf8').trim(),
    setupToken: readFileSync(join(dataDir, 'admin-setup-token'), 'utf8').trim(),
    process: child,
    output,
    stop,
  };
}
