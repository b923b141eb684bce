import {
  type DiagLogger,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger } from 'fastify';
import type { SpanStart, Tracing } from './tracing.ts';

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/;

/** Parses the context of a parent in another process; an invalid header counts as absent. */
function contextOf(parent: SpanStart['parent']) {
  const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(parent ?? '') ?? [];
  const traceFlags = Number.parseInt(flags, 16);
  const context = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

/** Logs export failures as warnings; no work waits for them. */
function warnThrough(log: FastifyBaseLogger): void {
  const say = (message: string, ...rest: unknown[]) => log.warn({ rest }, `traces: ${message}`);
  const quiet = () => {};
  const logger: DiagLogger = { error: say, warn: say, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, DiagLogLevel.WARN);
}

/**
 * Exports traces by OTLP/HTTP as JSON to the collector of the environment
 * (OTEL_EXPORTER_OTLP_ENDPOINT and related variables, read by the exporter).
 */
export function openOtlpTracing(
  service: { name: string; version: string; process: string },
  log: FastifyBaseLogger,
): Tracing {
  warnThrough(log);
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service.name,
      'service.version': service.version,
      'process.title': service.process,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer(service.name, service.version);
  return {
    start: (name, { kind, parent, attributes = {} }) => {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end: ({ attributes: more = {}, error } = {}) => {
          span.setAttributes(more);
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}
