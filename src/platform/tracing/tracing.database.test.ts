import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { productFunctions } from '../../product/functions.ts';
import type { Tracing } from './tracing.ts';

// Checked parts of OTLP/JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
type Value = { stringValue?: string; intValue?: number };
type Attribute = { key: string; value: Value };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
};
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
};

const SENT = ['POST /functions/v1/:name', 'run simulate'];
const SERVER = 2;
const CONSUMER = 5;
const INTERNAL = 1;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

const spans: SentSpan[] = [];
const services: Attribute[] = [];
const receiver = createServer(async (request, response) => {
  if (request.url === '/v1/traces')
    for (const { resource, scopeSpans } of ((await json(request)) as Sent).resourceSpans) {
      services.push(...resource.attributes);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
  response.setHeader('content-type', 'application/json').end('{}');
});
const lines: Record<string, unknown>[] = [];
let tracing: Tracing;
let host: ProductHost;

beforeAll(async () => {
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  const { port } = receiver.address() as AddressInfo;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '100');
  const { openOtlpTracing } = await import('./open-otlp.ts');
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  tracing = openOtlpTracing({ name: 'sandbox', version: 'test', process: 'api' }, log);
  host = await startProductHost(productFunctions, { worker: true, tracing, log });
}, 60_000);
afterAll(async () => {
  await host.close();
  await tracing.stop();
  vi.unstubAllEnvs();
  receiver.close();
});

const find = (name: string) => spans.find((span) => span.name === name)!;
const attributeOf = ({ attributes }: { attributes: Attribute[] }, key: string) => {
  const { stringValue, intValue } = attributes.find((each) => each.key === key)?.value ?? {};
  return stringValue ?? Number(intValue);
};

test('a request is found again in its answer, its run, the worker’s log and the trace', async () => {
  const { token } = await host.member('ada@bank.example', 'pilot_user');
  const answer = await fetch(`${host.url}/functions/v1/generate-customers`, {
    method: 'POST',
    body: JSON.stringify({ count: 5 }),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-request-id': 'night-batch-17',
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
  });
  expect(answer.headers.get('x-request-id')).toBe('night-batch-17');
  const { runId, status } = (await answer.json()) as { runId: string; status: string };
  expect(status).toBe('completed');
  const { rows } = await host.db.database.owner.query(
    'select request_id, traceparent from public.runs where id = $1',
    [runId],
  );
  // Logs of the worker and spans arrive after the caller's answer.
  await vi.waitFor(
    () => expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(SENT)),
    { timeout: 60_000, interval: 50 },
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'a run was done', run: runId, requestId: 'night-batch-17' }),
  );
  const [request, run] = SENT.map(find) as [SentSpan, SentSpan];
  expect(request).toMatchObject({ kind: SERVER, traceId: TRACE, parentSpanId: CALLER });
  expect(attributeOf(request, 'http.response.status_code')).toBe(200);
  expect(attributeOf(request, 'url.path')).toBe('/functions/v1/generate-customers');
  expect(rows).toEqual([
    { request_id: 'night-batch-17', traceparent: `00-${TRACE}-${request.spanId}-01` },
  ]);
  expect(run).toMatchObject({ kind: CONSUMER, traceId: TRACE, parentSpanId: request.spanId });
  expect(attributeOf(run, 'sandbox.run')).toBe(runId);
  const phases = spans.filter(({ parentSpanId }) => parentSpanId === run.spanId);
  expect(phases.length).toBeGreaterThan(0);
  expect(new Set(phases.map(({ kind }) => kind))).toEqual(new Set([INTERNAL]));
  expect(services).toContainEqual({ key: 'service.name', value: { stringValue: 'sandbox' } });
  expect(JSON.stringify(spans)).not.toContain(token);
});

test('an id that is none is replaced, and each request has its own', async () => {
  const ask = async (id?: string) =>
    (
      await fetch(`${host.url}/auth/v1/health`, { headers: id ? { 'x-request-id': id } : {} })
    ).headers.get('x-request-id');
  const requestIds = [await ask(), await ask(), await ask('a b'), await ask('x'.repeat(129))];
  for (const id of requestIds) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(new Set(requestIds).size).toBe(4);
});
