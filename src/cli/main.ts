#!/usr/bin/env node
// npm keeps a link to the file that was once installed as `sandbox`; before sandbox.mjs, this file.
import { styleText } from 'node:util';
import { AppError } from '../shared/errors.ts';
import { commands } from './commands.ts';
import { argumentError } from './terminal/argument-error.ts';
import { beQuiet } from './terminal/progress.ts';
import { suggest } from './terminal/suggest.ts';

const [name, ...typed] = process.argv.slice(2);
const rest = typed.filter((arg) => arg !== '--quiet');
if (rest.length < typed.length) beQuiet();
const command = commands[name ?? ''];

if (command === undefined) {
  const list = Object.entries(commands).map(([key, { usage }]) => `  sandbox ${key} ${usage}`);
  const isHelp = name === undefined || name === 'help' || name === '--help';
  const meant = isHelp ? undefined : suggest(name, Object.keys(commands));
  if (meant !== undefined)
    process.stderr.write(`sandbox: no command ${name}. Did you mean ${meant}?\n`);
  else
    process.stderr.write(
      `usage:\n${list.join('\n')}\n\nAll commands take --help and --quiet (no progress, no summary).\n`,
    );
  process.exit(isHelp ? 0 : 2);
}

if (rest.includes('--help') || rest.includes('-h')) {
  process.stdout.write(`usage: sandbox ${name} ${command.usage}\n`);
  process.exit(0);
}

try {
  process.exitCode = await command.run(rest);
} catch (error) {
  const isExpected =
    error instanceof AppError || error instanceof RangeError || error instanceof TypeError;
  const message =
    error instanceof Error
      ? argumentError(error, { name: name!, usage: command.usage })
      : String(error);
  process.stderr.write(
    `${styleText('red', `sandbox ${name}:`, { stream: process.stderr })} ${message}\n`,
  );
  if (!isExpected && process.env.LOG_LEVEL === 'debug')
    process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}
