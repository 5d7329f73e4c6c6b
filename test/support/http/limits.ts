import { type App, newEmail, PASSWORD } from '../service/app.js';
import { expectFailure } from './expect.js';
import type { Answer, Call } from './http.js';

let addresses = 0;

/** The headers of a client with a new address, or with the given one. Needs `TRUST_PROXY=1`. */
export function fromAddress(address?: string): { headers: Record<string, string> } {
  addresses += 1;
  return { headers: { 'x-forwarded-for': address ?? `198.18.${addresses >> 8}.${addresses & 255}` } };
}

/** Parallel calls. */
export function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_none, index) => work(index)));
}

/** Checks for a 429 with a `Retry-After` of 1 to `maxSeconds` seconds, and returns it. */
export function expectWait(answer: Answer, maxSeconds: number): number {
  expectFailure(answer, 'TOO_MANY_REQUESTS', 429);
  const wait = Number(answer.headers.get('retry-after'));
  expect(Number.isInteger(wait) && wait >= 1 && wait <= maxSeconds).toBe(true);
  return wait;
}

/** A new user, who has signed in from a separate address. */
export async function newUser(
  app: App,
  client = fromAddress(),
): Promise<{ email: string; uid: string; token: string }> {
  const email = newEmail();
  const answer = await app.post('/api/auth/user/create', { email, password: PASSWORD, login: true }, client);
  return { email, ...answer.json };
}

export function login(app: App, email: string, password: string, client: Call): Promise<Answer> {
  return app.post('/api/auth/user/login', { email, password }, client);
}
