import type { Answer } from './http.js';

/** The failures that say more than a code and a message: the fields of each. */
const FURTHER_FIELDS: Record<string, string[]> = {
  EMAIL_CONFIRMATION_REQUIRED: ['pending_token', 'email'],
  MFA_REQUIRED: ['mfa_token', 'expiry', 'methods'],
  MFA_ENROLMENT_REQUIRED: ['mfa_token', 'expiry', 'methods'],
  REAUTHENTICATION_REQUIRED: ['max_age', 'acr', 'methods'],
};

/** Checks for a failure: the status, and a body with a code, a message, and the further fields of this code, if any. */
export function expectFailure(answer: Answer, code: string, status = 400): void {
  const further = (FURTHER_FIELDS[code] ?? []).map((name) => [name, expect.anything()]);
  expect({ status: answer.status, body: answer.text && answer.json }).toEqual({
    status,
    body: { code, message: expect.stringMatching(/\S/), ...Object.fromEntries(further) },
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
