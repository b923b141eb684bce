import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDiskReserve } from '../platform/files/disk-reserve.ts';
import { openMetrics } from './metrics.ts';

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

const dashboard = JSON.parse(
  readFileSync(new URL('../../docs/operations/grafana-dashboard.json', import.meta.url), 'utf8'),
) as Dashboard;

/** Returns the names of series in a query: words followed by labels. */
const seriesIn = (expr: string) => [...expr.matchAll(/([a-z_]\w*)\{/g)].map(([, name]) => name!);

test('the dashboard asks for what /metrics gives, without the database as well', async () => {
  const host = Fastify();
  // Nothing listens there: values of the database are omitted.
  const owner = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  const metrics = openMetrics(host, owner, createDiskReserve('.'));
  host.get('/rest/v1/customers', async () => ({}));
  await host.inject('/rest/v1/customers');
  const text = await metrics.metrics();
  await host.close();
  const exported = new Set([...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name]) => name!));
  expect(text).toMatch(/^sandbox_request_seconds_count\{service="rest",status="2xx"\} 1$/m);
  expect(text).toMatch(/^sandbox_disk_free_bytes \d+/m);
  expect(text).not.toMatch(/^sandbox_workers /m);
  for (const { title, targets } of dashboard.panels)
    for (const { expr } of targets) {
      const series = seriesIn(expr);
      expect(series.length, title).toBeGreaterThan(0);
      for (const name of series)
        expect(exported, title).toContain(name.replace(/_(bucket|count|sum)$/, ''));
    }
});
