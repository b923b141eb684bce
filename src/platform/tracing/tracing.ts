/** A span that a trace collector receives. */
export type Span = {
  /** What work that follows from it names as its parent (W3C Trace Context); null where nobody collects. */
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
  /** Sends what is left. */
  stop: () => Promise<void>;
};

const nothing: Span = { traceparent: null, end: () => {} };

/** Where no collector is named. */
export const noTracing: Tracing = { start: () => nothing, stop: async () => {} };
