import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DiskReserve } from '../platform/files/disk-reserve.ts';
import { countWorkers } from '../platform/jobs/worker-signs.ts';

const SERVICES = ['auth', 'functions', 'realtime', 'rest', 'storage'];

/** Returns the service of a path; all others are pages and health checks. */
const serviceOf = (url: string): string =>
  SERVICES.find((name) => url.startsWith(`/${name}/v1`)) ?? 'pages';

/** Adds a gauge that is read on demand and omitted while its source is unavailable. */
function addGauge(
  registry: Registry,
  { name, help }: { name: string; help: string },
  read: () => Promise<number>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.remove();
      const value = await read().catch(() => null);
      if (value !== null) this.set(value);
    },
  });
}

function addRunGauges(registry: Registry, owner: pg.Pool): void {
  new Gauge({
    name: 'sandbox_runs_open',
    help: 'Runs waiting or running.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      const { rows } = await owner
        .query<{ status: string; runs: number }>(
          `select status, count(r.id)::int as runs from unnest(array['queued', 'running']) status
             left join public.runs r using (status) group by status`,
        )
        .catch(() => ({ rows: [] }));
      for (const { status, runs } of rows) this.set({ status }, runs);
    },
  });
  const oldest = {
    name: 'sandbox_oldest_queued_run_seconds',
    help: 'Waiting time of the oldest unclaimed run.',
  };
  addGauge(registry, oldest, async () => {
    const { rows } = await owner.query<{ seconds: number }>(
      `select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
         from public.runs where status = 'queued'`,
    );
    return rows[0]!.seconds;
  });
  const workers = {
    name: 'sandbox_workers',
    help: 'Workers on all machines with a sign of life within ten seconds.',
  };
  addGauge(registry, workers, () => countWorkers(owner));
}

function addDiskGauges(registry: Registry, disk: DiskReserve): void {
  const free = { name: 'sandbox_disk_free_bytes', help: 'Free space on the disk of DATA_DIR.' };
  addGauge(registry, free, async () => (await disk.read()).freeBytes);
  const reserve = {
    name: 'sandbox_disk_reserve_bytes',
    help: 'Reserved space on that disk, not used by uploads and batches.',
  };
  addGauge(registry, reserve, async () => (await disk.read()).reserveBytes);
}

export function openMetrics(host: FastifyInstance, owner: pg.Pool, disk: DiskReserve): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addRunGauges(registry, owner);
  addDiskGauges(registry, disk);
  const durations = new Histogram({
    name: 'sandbox_request_seconds',
    help: 'Duration of requests until the last byte of the answer.',
    labelNames: ['service', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  host.addHook('onResponse', async ({ url }, { statusCode, elapsedTime }) => {
    const status = `${Math.floor(statusCode / 100)}xx`;
    durations.observe({ service: serviceOf(url), status }, elapsedTime / 1000);
  });
  return registry;
}
