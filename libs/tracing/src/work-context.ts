import { AsyncContext } from './async-context.js';
import type { SpanContext } from './trace-context.js';

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
