import type { SpanEnd, SpanStart } from './tracing.js';
import { runIn, startSpan, traced, tracedAlone, useTracer } from './tracing.js';

const REQUEST = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: true };
const CHILD = { ...REQUEST, spanId: 'c'.repeat(16) };
const WORK = { name: 'work', kind: 'internal' as const };

/** The spans that a tracer has recorded. */
function recording(): { spans: (SpanStart & SpanEnd)[] } {
  const spans: (SpanStart & SpanEnd)[] = [];
  const start = (begun: SpanStart) => ({
    context: CHILD,
    end: (ended: SpanEnd) => void spans.push({ ...begun, ...ended }),
  });
  useTracer({ start, stop: async () => undefined });
  return { spans };
}
afterEach(() => useTracer(undefined));

it('without a tracer, work receives the span of its request, and a span has ids', async () => {
  expect(await traced(WORK, async (span) => span)).toBeUndefined();
  expect(await runIn({ span: REQUEST }, () => traced(WORK, async (span) => span))).toBe(REQUEST);
  expect(startSpan({ ...WORK, parent: REQUEST }).context).toMatchObject({ traceId: REQUEST.traceId, sampled: false });
});

it('records work of a request as its child, with what describes the result', async () => {
  const { spans } = recording();
  const describeResult = (answer: number) => ({ answer });
  const work = () => traced(WORK, async (span) => (span === CHILD ? 42 : 0), describeResult);
  expect(await runIn({ span: REQUEST }, work)).toBe(42);
  expect(spans).toEqual([{ ...WORK, parent: REQUEST, attributes: { answer: 42 } }]);
});

it('records no work without a request, unless it is a trace of its own', async () => {
  const { spans } = recording();
  expect(await traced(WORK, async () => 1)).toBe(1);
  expect(spans).toEqual([]);
  expect(await tracedAlone(WORK, async () => 2)).toBe(2);
  expect(spans).toEqual([{ ...WORK, attributes: {} }]);
});

it('records the code of a failure, never its message, and throws it on', async () => {
  const { spans } = recording();
  const failure = Object.assign(new Error('no mailbox ada@example.com'), { code: 'EENVELOPE' });
  const failing = tracedAlone(WORK, async () => Promise.reject(failure));
  await expect(failing).rejects.toBe(failure);
  expect(spans).toEqual([{ ...WORK, failed: true, attributes: { 'error.type': 'EENVELOPE' } }]);
});
