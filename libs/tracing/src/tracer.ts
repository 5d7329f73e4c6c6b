import type { SpanContext } from './trace-context.js';

/** What a span may say: routes, statuses and codes. Nothing of a person, no token, and no text of a client. */
export type Attributes = Record<string, string | number | boolean>;

/** `server` answers a request, `client` waits for an answer of another program. */
export type SpanKind = 'internal' | 'server' | 'client';

/** What is known when a span begins. */
export interface SpanStart {
  name: string;
  kind: SpanKind;
  /** Undefined for the first span of a trace. */
  parent?: SpanContext;
  attributes?: Attributes;
}

/** What is known when a span ends. */
export interface SpanEnd {
  /** A better name than that of the start. */
  name?: string;
  attributes?: Attributes;
  failed?: boolean;
}

/** A span that is recorded until its end. */
export interface RecordedSpan {
  readonly context: SpanContext;
  end(end: SpanEnd): void;
}

/** Records spans and sends them to a collector. */
export interface Tracer {
  start(span: SpanStart): RecordedSpan;
  /** Sends what is recorded, within a bounded time. */
  stop(): Promise<void>;
}
