import { randomFillSync } from 'node:crypto';

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
