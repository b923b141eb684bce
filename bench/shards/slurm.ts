import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/platform/gateway/free-port.ts';

/** Single-node Slurm for the duration of the bench. Debian: slurm-wlm, munge; started as root. */
export type Slurm = {
  run: (command: string, ...args: string[]) => string;
  stop: () => void;
};

const CPUS = 2;

export const hasSlurm = (): boolean =>
  process.getuid?.() === 0 &&
  ['slurmctld', 'slurmd', 'munged'].every(
    (name) => spawnSync('which', [name], { stdio: 'ignore' }).status === 0,
  );

const settings = (folder: string, ports: readonly number[]) => `ClusterName=bench
SlurmctldHost=${hostname()}(127.0.0.1)
SlurmUser=root
SlurmctldPort=${ports[0]}
SlurmdPort=${ports[1]}
AuthType=auth/munge
AuthInfo=socket=${folder}/munge.socket
CredType=cred/munge
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SlurmdParameters=config_overrides
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
MpiDefault=none
KillWait=1
MinJobAge=3600
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=${hostname()} NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=${CPUS} RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=${hostname()} Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
`;

export async function startSlurm(folder: string): Promise<Slurm> {
  for (const name of ['state', 'spool', 'munge'])
    mkdirSync(join(folder, name), { recursive: true });
  chmodSync(folder, 0o755);
  const key = join(folder, 'munge', 'key');
  writeFileSync(key, crypto.getRandomValues(new Uint8Array(128)), { mode: 0o400 });
  const file = join(folder, 'slurm.conf');
  writeFileSync(file, settings(folder, await Promise.all([freePort(), freePort()])));
  const env = { ...process.env, SLURM_CONF: file };
  const start = (command: string, ...args: string[]) =>
    spawn(command, args, { env, stdio: 'ignore' });
  const munged = start(
    'munged',
    '--foreground',
    '--force',
    `--key-file=${key}`,
    `--socket=${folder}/munge.socket`,
    `--pid-file=${folder}/munge/pid`,
    `--log-file=${folder}/munge/log`,
    `--seed-file=${folder}/munge/seed`,
  );
  await sleep(1000);
  const daemons = [munged, start('slurmctld', '-D'), start('slurmd', '-D')];
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { env, encoding: 'utf8' });
  const stop = () => {
    for (const daemon of daemons.reverse()) daemon.kill('SIGKILL');
  };
  for (let remaining = 60; ; remaining--) {
    await sleep(500);
    const state = spawnSync('sinfo', ['-h', '-o', '%t'], { env, encoding: 'utf8' }).stdout.trim();
    if (state === 'idle') return { run, stop };
    if (remaining === 0) {
      stop();
      throw new Error(`Slurm is ${state || 'not running'} after 30 s. See ${folder}.`);
    }
  }
}
