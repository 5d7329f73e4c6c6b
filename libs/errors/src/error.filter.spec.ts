import type { ArgumentsHost } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { ApiError } from './api-error.js';
import { ErrorFilter } from './error.filter.js';

const COMPLETE = { complete: true, destroyed: true };

/** What the filter notes in the request for the log, and what it answers. */
function refuse(error: ApiError, raw = COMPLETE) {
  const request: { raw: object; failure?: string; reason?: string } = { raw };
  const reply = jest.fn();
  const adapter = { httpAdapter: { reply, setHeader: jest.fn() } } as unknown as HttpAdapterHost;
  const http = { getRequest: () => request, getResponse: () => ({}) };
  new ErrorFilter(adapter).catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return { request, answer: reply.mock.calls[0]?.slice(1) };
}

it('a reason goes to the log, and the answer is the same as without one', () => {
  const { request, answer } = refuse(new ApiError('INVALID_CODE', { reason: 'wrong code' }));
  expect(request).toEqual({ raw: COMPLETE, failure: 'INVALID_CODE', reason: 'wrong code' });
  expect(answer).toEqual(refuse(new ApiError('INVALID_CODE')).answer);
  expect(JSON.stringify(answer)).not.toContain('wrong code');
});

it('a reason stands beside a message, details and a cause', () => {
  const cause = new Error('below');
  const error = new ApiError('INVALID_CODE', 'Try again.', { reason: 'wrong code', details: { left: 2 }, cause });
  expect(error).toMatchObject({ message: 'Try again.', reason: 'wrong code', cause });
  expect(refuse(error).answer).toEqual([{ code: 'INVALID_CODE', message: 'Try again.', left: 2 }, 400]);
});

it('a client that has disconnected within its request gets no answer, and the log has no code', () => {
  const raw = { complete: false, destroyed: true };
  expect(refuse(new ApiError('INVALID_REQUEST'), raw)).toEqual({ request: { raw }, answer: undefined });
  const arriving = { complete: false, destroyed: false };
  expect(refuse(new ApiError('INVALID_REQUEST'), arriving).request.failure).toBe('INVALID_REQUEST');
});
