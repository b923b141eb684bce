import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../test/support/sandbox.ts';

export type Ran = {
  status: number | null;
  said: string;
  seconds: number;
  processorSeconds: number;
  megabytes: number;
};

/** Module that makes a process print its resource usage at exit. */
const ACCOUNT = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>{const u=process.resourceUsage();process.stderr.write('\\nUSED '+JSON.stringify({cpu:(u.userCPUTime+u.systemCPUTime)/1e6,kb:u.maxRSS})+'\\n')})",
)}`;

export const canIsolate = (): boolean => spawnSync('unshare', ['-rn', 'true']).status === 0;

/** Runs `sandbox …` and measures it; on request in a network namespace without interfaces. */
export async function runCommand(
  args: string[],
  { isolated = false, env = {} }: { isolated?: boolean; env?: Record<string, string> } = {},
): Promise<Ran> {
  const command = [
    process.execPath,
    '--import',
    ACCOUNT,
    join(root, 'src/cli/sandbox.mjs'),
    ...args,
  ];
  const [program, ...rest] = isolated ? ['unshare', '-rn', ...command] : command;
  const begun = performance.now();
  const child = spawn(program!, rest, { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - begun) / 1000;
  const [, used] = /^USED (.+)$/m.exec(output) ?? [];
  const { cpu, kb } = JSON.parse(used ?? '{"cpu":0,"kb":0}') as { cpu: number; kb: number };
  return { status, said: output, seconds, processorSeconds: cpu, megabytes: kb / 1000 };
}
