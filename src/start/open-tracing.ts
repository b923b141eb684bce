import type { FastifyBaseLogger } from 'fastify';
import { noTracing, type Tracing } from '../platform/tracing/tracing.ts';
import type { Config } from './config.ts';

/** Tells of requests and runs where a collector is named. Its client is loaded only then. */
export async function openTracing(
  { tracedAs: name, version }: Config,
  process: 'api' | 'worker',
  log: FastifyBaseLogger,
): Promise<Tracing> {
  if (name === undefined) return noTracing;
  const { openOtlpTracing } = await import('../platform/tracing/open-otlp.ts');
  return openOtlpTracing({ name, version, process }, log);
}
