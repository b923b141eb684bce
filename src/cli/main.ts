#!/usr/bin/env node
// npm keeps a link to the file that was once installed as `sandbox`; before sandbox.mjs, this file.
import { styleText } from 'node:util';
import { AppError } from '../shared/errors.ts';
import { commands } from './commands.ts';
import { argumentError } from './terminal/argument-error.ts';
import { helpOf, listOf } from './terminal/help.ts';
import { beQuiet } from './terminal/progress.ts';
import { suggest } from './terminal/suggest.ts';

const [name, ...typed] = process.argv.slice(2);
const rest = typed.filter((arg) => arg !== '--quiet');
if (rest.length < typed.length) beQuiet();
const command = commands[name ?? ''];

if (name === '--version') {
  process.stdout.write(`${(await import('../start/config.ts')).readVersion()}\n`);
  process.exit(0);
}

if (command === undefined) {
  const isHelp = name === undefined || name === 'help' || name === '--help';
  const asked = commands[rest[0] ?? ''];
  if (isHelp && asked !== undefined) {
    process.stdout.write(helpOf(rest[0]!, asked));
    process.exit(0);
  }
  const meant = isHelp ? undefined : suggest(name, Object.keys(commands));
  if (meant !== undefined)
    process.stderr.write(`sandbox: no command ${name}. Did you mean ${meant}?\n`);
  else (isHelp ? process.stdout : process.stderr).write(listOf(commands));
  process.exit(isHelp ? 0 : 2);
}

if (rest.includes('--help') || rest.includes('-h')) {
  process.stdout.write(helpOf(name!, command));
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
