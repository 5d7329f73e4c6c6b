export type { Attributes, RecordedSpan, SpanEnd, SpanStart, Tracer } from './tracing.js';
export {
  AsyncContext,
  currentContext,
  currentSpan,
  parseTraceparent,
  runIn,
  type SpanContext,
  startSpan,
  stopTracing,
  toTraceparent,
  traced,
  tracedAlone,
  useTracer,
  type WorkContext,
} from './tracing.js';
