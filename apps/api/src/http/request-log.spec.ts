import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { logRequest } from './logger.js';

const SPAN = { traceId: 'trace-1', spanId: 'span-1', sampled: false };

/** The lines of a request that ended like this. */
function linesOf(end: { failure?: string; reason?: string }, writableFinished = true) {
  const info = jest.fn();
  const request = { id: 'request-1', method: 'GET', raw: { url: '/', headers: {} }, ...end };
  const raw = { headersSent: writableFinished, writableFinished };
  const reply = { raw, request, statusCode: 400, elapsedTime: 1.23 };
  logRequest({ info } as unknown as Logger, reply as unknown as FastifyReply, SPAN);
  return info.mock.calls.map(([line]) => line);
}

it('the one line of a refused request has the request id, the code and the reason, at the level info', () => {
  expect(linesOf({ failure: 'INVALID_CODE', reason: 'wrong code' })).toEqual([
    expect.objectContaining({
      request_id: 'request-1',
      trace_id: 'trace-1',
      span_id: 'span-1',
      code: 'INVALID_CODE',
      reason: 'wrong code',
    }),
  ]);
});

it.each([
  ['/health/ready', 200, 'debug'],
  ['/metrics', 200, 'debug'],
  ['/metrics', 401, 'info'],
  ['/health/ready', 503, 'error'],
  ['/api/auth/user', 200, 'info'],
])('a request to %s with the status %i has its line at the level %s', (url, statusCode, level) => {
  const logger = { debug: jest.fn(), info: jest.fn(), error: jest.fn() };
  const request = { id: 'request-1', method: 'GET', raw: { url, headers: {} }, routeOptions: { url } };
  const reply = { raw: { headersSent: true, writableFinished: true }, request, statusCode, elapsedTime: 1.23 };
  logRequest(logger as unknown as Logger, reply as unknown as FastifyReply, SPAN);
  expect(Object.entries(logger).flatMap(([name, { mock }]) => mock.calls.map(() => name))).toEqual([level]);
});

it('a code with one cause has no reason, and a request without an answer has its own', () => {
  expect(linesOf({ failure: 'NOT_FOUND' })[0].reason).toBeUndefined();
  expect(linesOf({}, false)[0].reason).toBe('incomplete');
});
