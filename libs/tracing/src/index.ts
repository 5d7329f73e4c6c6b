export { AsyncContext } from './async-context.js';
export { parseTraceparent, type SpanContext, toTraceparent } from './trace-context.js';
export { currentSpan, startSpan, stopTracing, traced, tracedAlone, useTracer } from './traced.js';
export type { Attributes, RecordedSpan, SpanEnd, SpanStart, Tracer } from './tracer.js';
export { currentContext, runIn, type WorkContext } from './work-context.js';
