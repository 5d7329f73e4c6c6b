import fc from 'fast-check';
import { parseTraceparent, toTraceparent, unrecorded } from './tracing.js';

const [TRACE, SPAN] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

it.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`cc-${TRACE}-${SPAN}-01-what the future will be`, true],
])('parseTraceparent() reads %s', (text, sampled) => {
  expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, sampled });
});

it.each([
  '',
  '00',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01 `,
  `cc-${TRACE}-${SPAN}-01more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
])('parseTraceparent() refuses %j', (text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});

it('parseTraceparent() never throws, and reads what toTraceparent() writes', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseTraceparent(text)));
  const span = { ...unrecorded(), sampled: true };
  expect(parseTraceparent(toTraceparent(span))).toEqual(span);
});

it('unrecorded() makes ids that differ, and stays in the trace of its parent', () => {
  const spans = Array.from({ length: 1_000 }, () => unrecorded());
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1_000);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(1_000);
  for (const span of spans) expect(parseTraceparent(toTraceparent(span))).toEqual(span);
  const child = unrecorded({ traceId: TRACE, spanId: SPAN, sampled: true });
  expect([child.traceId, child.spanId === SPAN, child.sampled]).toEqual([TRACE, false, false]);
});
