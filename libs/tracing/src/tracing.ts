import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';

/**
 * A value that is known to a function and to all that it calls, also after an await. While no function runs with a value, the
 * storage is disabled: before Node.js 24, each promise of the process costs more while one is enabled: a third of the
 * time of a read.
 */
export class AsyncContext<T> {
  private readonly storage = new AsyncLocalStorage<T>();
  private running = 0;

  /** The value of the innermost `run` around this call; undefined outside of any. */
  get current(): T | undefined {
    return this.storage.getStore();
  }

  async run<R>(value: T, work: () => Promise<R>): Promise<R> {
    this.running += 1;
    try {
      return await this.storage.run(value, work);
    } finally {
      this.running -= 1;
      if (this.running === 0) this.storage.disable();
    }
  }
}

/** Identifies a span in its trace (W3C Trace Context, section 3.2). */
export interface SpanContext {
  /** 32 hexadecimal digits, the same in all services that a request passes. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the span is recorded. */
  readonly sampled: boolean;
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
const SAMPLED = 1;

/** Reads the header `traceparent`; undefined for an invalid one. A later version may have more parts than version 00. */
export function parseTraceparent(text: string): SpanContext | undefined {
  const [, version = 'ff', traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(text) ?? [];
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** The header `traceparent` for a request that belongs to a span. */
export function toTraceparent({ traceId, spanId, sampled }: SpanContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

/** The random bytes of many ids at once: single ones cost more. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

function randomId(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** A span that is not recorded: its ids only mark lines of the log and requests to others. */
export function unrecorded(parent?: SpanContext): SpanContext {
  return { traceId: parent?.traceId ?? randomId(16), spanId: randomId(8), sampled: false };
}

/** What running work belongs to. Other libraries add fields: one context for all costs less than several. */
export interface WorkContext {
  /** The span of the request; undefined for work without a request. */
  readonly span?: SpanContext;
}

const contexts = new AsyncContext<WorkContext>();

/** Runs work that knows this context, also after an await. */
export function runIn<T>(context: WorkContext, work: () => Promise<T>): Promise<T> {
  return contexts.run(context, work);
}

/** The context of the running work. */
export function currentContext(): WorkContext | undefined {
  return contexts.current;
}

let tracer: Tracer | undefined;

/** Records spans from now on; without a tracer nothing is recorded. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given;
}

/** Sends what is recorded and not sent yet. */
export async function stopTracing(): Promise<void> {
  await tracer?.stop();
}

/** The span of the request for which the work runs; undefined for other work. */
export function currentSpan(): SpanContext | undefined {
  return currentContext()?.span;
}

/** Begins a span that ends later. Without a tracer it has ids and is not recorded. */
export function startSpan(start: SpanStart): RecordedSpan {
  return tracer?.start(start) ?? { context: unrecorded(start.parent), end: () => undefined };
}

/** What the result of work adds to its span. */
type Describe<T> = (result: T) => Attributes;

/**
 * Records work as a part of the request for which it runs. Work of no request is not recorded.
 * @param work receives the span, for requests to other services; undefined for work of no request
 */
export function traced<T>(
  start: Omit<SpanStart, 'parent'>,
  work: (span: SpanContext | undefined) => Promise<T>,
  describe?: Describe<T>,
): Promise<T> {
  const parent = currentSpan();
  if (tracer === undefined || parent === undefined) return work(parent);
  return record(tracer.start({ ...start, parent }), work, describe);
}

/** Records work of no request as a trace of its own. */
export function tracedAlone<T>(
  start: Omit<SpanStart, 'parent'>,
  work: () => Promise<T>,
  describe?: Describe<T>,
): Promise<T> {
  return tracer === undefined ? work() : record(tracer.start(start), work, describe);
}

/** The message of an error is not recorded, since it could name a person. */
async function record<T>(
  span: RecordedSpan,
  work: (context: SpanContext) => Promise<T>,
  describe: Describe<T> = () => ({}),
): Promise<T> {
  try {
    const result = await work(span.context);
    span.end({ attributes: describe(result) });
    return result;
  } catch (error) {
    const { code, name = 'Error' } = error as { code?: unknown; name?: string };
    span.end({ failed: true, attributes: { 'error.type': typeof code === 'string' ? code : name } });
    throw error;
  }
}

/** What a span may say: routes, statuses and codes. Nothing of a person, no token, and no text of a client. */
export type Attributes = Record<string, string | number | boolean>;

/** `server` answers a request, `client` waits for an answer of another program. */
type SpanKind = 'internal' | 'server' | 'client';

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
