export type Span = {
  /** Parent id for follow-up work (W3C Trace Context); null without a collector. */
  traceparent: string | null;
  end: (how?: { attributes?: Attributes; error?: unknown }) => void;
};

type Attributes = Record<string, string | number>;

export type SpanStart = {
  kind: 'server' | 'consumer' | 'internal';
  parent?: string | null | undefined;
  attributes?: Attributes;
};

export type Tracing = {
  start: (name: string, start: SpanStart) => Span;
  stop: () => Promise<void>;
};

const nothing: Span = { traceparent: null, end: () => {} };

export const noTracing: Tracing = { start: () => nothing, stop: async () => {} };
