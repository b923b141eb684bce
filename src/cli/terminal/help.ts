import type { Command } from '../commands.ts';

type Texts = Pick<Command, 'summary' | 'usage'>;

/** Lists all commands with what each does. */
export function listOf(commands: Readonly<Record<string, Texts>>): string {
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${commands[name]!.summary}`);
  return [
    'usage: sandbox COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    'sandbox COMMAND --help prints its options. All commands take --quiet (no progress, no',
    'summary). sandbox --version prints the version.',
    '',
  ].join('\n');
}

export const helpOf = (name: string, { summary, usage }: Texts): string =>
  `usage: sandbox ${name} ${usage}\n\n${summary}\n`;
