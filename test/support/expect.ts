import type { Answer } from './http.js';

/** A failure: the status, and a body of exactly these two fields. */
export function expectFailure(answer: Answer, code: string, status = 400): void {
  expect({ status: answer.status, body: answer.text && answer.json }).toEqual({
    status,
    body: { code, message: expect.stringMatching(/\S/) },
  });
}

/** A success whose response is none: not a single byte. */
export function expectNothing(answer: Answer): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
  expect(answer.headers.get('content-length')).toBe('0');
}

/** An integer within ten seconds of another: a process may stand still between two readings of one clock. */
export function about(seconds: number) {
  return {
    asymmetricMatch: (value: unknown) => Number.isInteger(value) && Math.abs((value as number) - seconds) <= 10,
    toString: () => `about ${seconds}`,
  };
}
