import { AppError } from '../shared/errors.ts';
import { type App, createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { READY, receiveOrder } from './process-order.ts';
import { createReleasers } from './shutdown.ts';
import { describeStartError } from './start-error.ts';
import { witnessAdvice } from './witness-advice.ts';

const releasers = createReleasers();
let ending = false;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  await releasers.run((name, error) => console.error(`could not close ${name}:`, error));
  process.exit(code);
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
  for (const line of witnessAdvice(config)) say(line);
  if (await app.hasSuperadmin()) return;
  say(`No superadmin yet: open ${config.publicUrl}/admin-setup`);
  const { file } = app.setupToken;
  if (file === null) say('Setup token: the one in ADMIN_SETUP_TOKEN');
  else if (process.stdout.isTTY) say(`Setup token: ${app.setupToken.read()}`);
  else say(`Setup token: in ${file}`);
}

async function main(): Promise<void> {
  const { isRestart, ownerUrl, authenticatorUrl } = await receiveOrder();
  const config = readConfig();
  const log = createLog(config.logLevel);
  const app = await createApp({ config, ownerUrl, authenticatorUrl, log, releasers });
  await listen(app, config);
  if (!isRestart) await announce(app, config);
  process.send?.(READY);
}

// The starter decides when the API ends; Ctrl-C and the end of a terminal reach the whole group.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('SIGTERM', () => void end(0));
process.on('disconnect', () => void end(1));

main().catch(async (error: unknown) => {
  console.error(describeStartError(error) ?? error);
  await end(1);
});
