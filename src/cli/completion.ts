import { refused } from './terminal/arguments.ts';
import { flagsIn } from './terminal/suggest.ts';

type Usages = Record<string, { usage: string }>;

/** Innermost groups of a usage, which state options of a verb. */
const GROUP = /\([^()[\]]*\)|\[[^()[\]]*\]/g;

/** Verbs that begin the alternatives of a usage, such as `copy FROM TO` or `(plan … | run …)`. */
function verbsIn(usage: string): string[] {
  if (/^[a-z|]+$/.test(usage)) return usage.split('|');
  let text = usage.replace(/^\(/, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(GROUP, '');
  }
  return text.split(' | ').flatMap((part) => /^ *([a-z]+)(?:[ )]|$)/.exec(part)?.[1] ?? []);
}

/** Words that may follow a command: its verbs and its flags. */
const wordsOf = (usage: string) => [...verbsIn(usage), ...flagsIn(usage), '--help', '--quiet'];

function bash(usages: Usages): string {
  const cases = Object.entries(usages).map(
    ([name, { usage }]) => `    ${name}) words="${wordsOf(usage).join(' ')}" ;;`,
  );
  return `_sandbox() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "$COMP_CWORD:\${COMP_WORDS[1]}" in
    1:*) words="${Object.keys(usages).join(' ')} help" ;;
  esac
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _sandbox sandbox
`;
}

function fish(usages: Usages): string {
  const names = Object.keys(usages);
  const lines = Object.entries(usages).flatMap(([name, { usage }]) =>
    wordsOf(usage).map((word) =>
      word.startsWith('--')
        ? `complete -c sandbox -n "__fish_seen_subcommand_from ${name}" -l ${word.slice(2)}`
        : `complete -c sandbox -n "__fish_seen_subcommand_from ${name}" -a ${word}`,
    ),
  );
  return `complete -c sandbox -n __fish_use_subcommand -a "${names.join(' ')} help"\n${lines.join('\n')}\n`;
}

/** `sandbox completion SHELL`: a script that completes commands and flags, from their usages. */
export function completionCommand([shell]: string[], usages: Usages): number {
  if (shell === 'bash') process.stdout.write(bash(usages));
  else if (shell === 'zsh')
    process.stdout.write(`autoload -U +X bashcompinit && bashcompinit\n${bash(usages)}`);
  else if (shell === 'fish') process.stdout.write(fish(usages));
  else throw refused('Expected a shell: bash, zsh or fish.');
  return 0;
}
