#!/usr/bin/env node
// npm keeps a link to the file that was once installed as `sandbox`; before sandbox.mjs, this file.
import { AppError } from '../shared/errors.ts';
import { commands } from './commands.ts';

const [name, ...rest] = process.argv.slice(2);
const command = commands[name ?? ''];

if (command === undefined) {
  const list = Object.entries(commands).map(([key, { usage }]) => `  sandbox ${key} ${usage}`);
  process.stderr.write(`usage:\n${list.join('\n')}\n`);
  process.exit(name === undefined || name === 'help' || name === '--help' ? 0 : 2);
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
  process.stderr.write(`sandbox ${name}: ${error instanceof Error ? error.message : error}\n`);
  if (!isExpected && process.env.LOG_LEVEL === 'debug')
    process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}
