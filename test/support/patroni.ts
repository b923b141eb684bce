import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../../src/platform/gateway/free-port.ts';
import { withDatabase } from './with-database.ts';

const POSTGRES = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'cluster';
const needed = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', `${POSTGRES}/postgres`];
export const lacking = needed.filter((program) => !existsSync(program));

type Node = { name: string; port: number; rest: number; data: string; config: string };
type Member = { name: string; role: string; state: string };

export type PatroniPair = {
  /** Address of the current primary, as an owner that is no superuser. */
  url: string;
  /** Kills the primary's PostgreSQL and Patroni like a lost machine, then restarts them. */
  kill: () => Promise<void>;
  /** Promotes the standby in a planned switchover. */
  switchover: () => Promise<void>;
  /** Waits until one server is primary and the other its synchronous standby. */
  settled: () => Promise<void>;
  onPrimary: <T>(work: (db: pg.Client) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** Returns Debian's account for PostgreSQL, which refuses to run as root. */
const account = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

function patroniConfig(node: Node, etcd: number, folder: string) {
  return {
    scope: 'sandbox',
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 8,
        loop_wait: 1,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${node.port}`,
      connect_address: `127.0.0.1:${node.port}`,
      data_dir: node.data,
      bin_dir: POSTGRES,
      pgpass: join(folder, `pgpass-${node.name}`),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
      },
      pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'],
      parameters: { unix_socket_directories: folder, max_connections: 200 },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
}

const haproxyConfig = (port: number, nodes: readonly Node[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join('\n')}
`;

const started = (folder: string) => {
  const children = new Map<string, ChildProcess>();
  return {
    start: (name: string, command: string, args: string[]) => {
      const options = { cwd: folder, stdio: 'ignore' as const, ...account() };
      children.set(name, spawn(command, args, options));
    },
    end: async (name: string) => {
      const child = children.get(name);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
    names: () => [...children.keys()],
  };
};

async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const answer = await ask().catch(() => null);
    if (answer !== null) return answer;
    await sleep(200);
  }
  throw new Error(`${what}: not within two minutes`);
}

/** Kills all processes of a PostgreSQL at once, like the loss of its machine. */
function killPostgres({ data }: Node): void {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const kill = (pid: number, signal: 'SIGSTOP' | 'SIGKILL') => {
    try {
      process.kill(pid, signal);
    } catch {
      // Already gone.
    }
  };
  kill(postmaster, 'SIGSTOP');
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], {
    encoding: 'utf8',
  }).stdout;
  for (const pid of children.trim().split(/\s+/).filter(Boolean)) kill(Number(pid), 'SIGKILL');
  kill(postmaster, 'SIGKILL');
}

const onServer = <T>(url: string, work: (db: pg.Client) => Promise<T>) =>
  withDatabase({ connectionString: url }, work);

/** Starts two PostgreSQL 15 servers, replicated synchronously by Patroni, behind HAProxy. */
export async function startPatroniPair(): Promise<PatroniPair> {
  const folder = mkdtempSync(join(tmpdir(), 'patroni-'));
  const [etcd, peers, proxy, ...ports] = await Promise.all(Array.from({ length: 7 }, freePort));
  const nodes: Node[] = ['a', 'b'].map((name, i) => ({
    name,
    port: ports[2 * i]!,
    rest: ports[2 * i + 1]!,
    data: join(folder, name),
    config: join(folder, `${name}.yml`),
  }));
  const programs = started(folder);
  for (const node of nodes) {
    writeFileSync(node.config, JSON.stringify(patroniConfig(node, etcd!, folder)));
  }
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfig(proxy!, nodes));
  const owner = account();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const [client, peer] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peers}`];
  const etcdFlags = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  const flags = Object.entries(etcdFlags).flatMap(([name, value]) => [`--${name}`, value]);
  programs.start('etcd', '/usr/bin/etcd', flags);
  const watch = ({ name, config }: Node) => programs.start(name, '/usr/bin/patroni', [config]);

  const members = async () => {
    const answers = nodes.map(async ({ rest }) => {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`);
      return ((await answer.json()) as { members: Member[] }).members;
    });
    return Promise.any(answers);
  };
  const primary = () =>
    until('a primary', async () => {
      const leader = (await members()).find(({ role }) => role === 'leader');
      return nodes.find(({ name }) => name === leader?.name) ?? null;
    });
  const settled = async () => {
    await until('a primary with its synchronous standby', async () => {
      const roles = (await members()).map(({ role, state }) => `${role} ${state}`).sort();
      const isWell = /^leader running,sync_standby (running|streaming)$/.test(roles.join());
      return isWell ? true : null;
    });
  };
  const address = (user: string, port: number, database: string) =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const onPrimary = async <T>(work: (db: pg.Client) => Promise<T>) =>
    onServer(address('postgres', (await primary()).port, 'sandbox'), work);

  for (const node of nodes) watch(node);
  programs.start('haproxy', '/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);
  await settled();
  await onServer(address('postgres', (await primary()).port, 'postgres'), async (db) => {
    await db.query(`create role keeper login createrole createdb password '${PASSWORD}'`);
    await db.query('create database sandbox owner keeper');
  });
  return {
    url: address('keeper', proxy!, 'sandbox'),
    settled,
    onPrimary,
    kill: async () => {
      const node = await primary();
      await programs.end(node.name);
      killPostgres(node);
      await until('another primary', async () => ((await primary()) === node ? null : true));
      watch(node);
    },
    switchover: async () => {
      const leader = await primary();
      const candidate = nodes.find((node) => node !== leader)!.name;
      const answer = await fetch(`http://127.0.0.1:${leader.rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name, candidate }),
      });
      if (!answer.ok) throw new Error(`switchover: ${await answer.text()}`);
    },
    close: async () => {
      for (const name of programs.names()) await programs.end(name);
      for (const node of nodes) killPostgres(node);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
