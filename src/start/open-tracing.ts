import type { FastifyBaseLogger } from 'fastify';
import { noTracing, type Tracing } from '../platform/tracing/tracing.ts';
import type { Config } from './config.ts';

/** Traces requests and runs if a collector is configured. Its client is loaded only then. */
export async function openTracing(
  { tracedAs: name, version }: Config,
  process: 'api' | 'worker',
  log: FastifyBaseLogger,
): Promise<Tracing> {
  if (name === undefined) return noTracing;
  const { openOtlpTracing } = await import('../platform/tracing/open-otlp.ts');
  return openOtlpTracing({ name, version, process }, log);
}
