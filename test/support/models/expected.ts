import { expectFailure } from '../http/expect.js';
import { Answer } from '../http/http.js';

type Learn = (json: Answer['json']) => void;

/** The expected answer: the code of a failure, or the fields of a success, and what the model learns from them. */
export type Expected = string | { fails: string; learn?: Learn } | { fields: Record<string, unknown>; learn?: Learn };

/** The success of a request that answers nothing. */
export const NOTHING: Expected = { fields: {} };

/** Sends a request, and compares its answer with the expected one. */
export async function compare(expected: Expected, request: () => Promise<Answer>): Promise<void> {
  const answer = await request();
  if (typeof expected === 'string') return expectFailure(answer, expected);
  if ('fails' in expected) {
    expectFailure(answer, expected.fails);
    return expected.learn?.(answer.json);
  }
  const { fields, learn } = expected;
  const body = answer.text && answer.json;
  expect({ status: answer.status, body }).toEqual({ status: 200, body: Object.keys(fields).length ? fields : '' });
  learn?.(body);
}

/** The same where only the status and some fields matter. */
export const some = (fields: Record<string, unknown>) => expect.objectContaining(fields);

/** The parameters of a redirect as an answer: tokens, an error, or nothing. */
export function answerOfRedirect(answer: Answer): Answer {
  if (answer.status !== 302) return answer;
  const query = Object.fromEntries(new URL(answer.location).searchParams);
  const { uid, at, rt, exp, error, message, mfa_token, methods } = query;
  if (error) {
    const first = mfa_token && { mfa_token, methods: methods?.split(','), expiry: Number(exp) };
    return new Answer(400, answer.headers, JSON.stringify({ code: error, message, ...(first || {}) }));
  }
  const tokens = { uid, access_token: at, refresh_token: rt, expiry: Number(exp) };
  return new Answer(200, answer.headers, uid === undefined ? '' : JSON.stringify(tokens));
}
