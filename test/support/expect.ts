import type { Answer } from './http.js';

/** Checks for a failure: the status, and a body with exactly these two fields. */
export function expectFailure(answer: Answer, code: string, status = 400): void {
  expect({ status: answer.status, body: answer.text && answer.json }).toEqual({
    status,
    body: { code, message: expect.stringMatching(/\S/) },
  });
}

/** Checks for a success with an empty body. */
export function expectNothing(answer: Answer): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
  expect(answer.headers.get('content-length')).toBe('0');
}

/** Matches an integer within ten seconds of another: a busy process may pause between two readings of the clock. */
export function about(seconds: number) {
  return {
    asymmetricMatch: (value: unknown) => Number.isInteger(value) && Math.abs((value as number) - seconds) <= 10,
    toString: () => `about ${seconds}`,
  };
}
