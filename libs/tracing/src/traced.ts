import { type SpanContext, unrecorded } from './trace-context.js';
import type { Attributes, RecordedSpan, SpanStart, Tracer } from './tracer.js';
import { currentContext } from './work-context.js';

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
