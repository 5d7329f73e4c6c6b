import { createAdminClient } from '@latchkey/client/admin';
import { t } from '../texts/texts';
import type { ConsoleSession } from './types';

/** Waits of requests for a new sign-in. */
type Waiter = (signedIn: boolean) => void;

/** Why: the session of the console has ended, or the second factor was shown too long ago. */
type RenewalReason = 'ended' | 'factor';

let waiters: Waiter[] = [];
let reason: RenewalReason = 'ended';
const listeners = new Set<() => void>();

/** Resolves with true after a new sign-in, and with false when the user closes the dialog. */
export function signedInAgain(why: RenewalReason = 'ended'): Promise<boolean> {
  reason = why;
  return new Promise((resolve) => {
    waiters = [...waiters, resolve];
    notify();
  });
}

/** Lets the requests that wait continue, or fail. */
export function settle(signedIn: boolean): void {
  const settled = waiters;
  waiters = [];
  for (const resolve of settled) resolve(signedIn);
  notify();
}

export const isWaiting = () => waiters.length > 0;

export const renewalReason = () => reason;

/** Calls a function at each change of `isWaiting`. Returns what ends this. */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** A failed request, with the code and the message of the API. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** All fields of the answer. */
    readonly fields: Record<string, unknown> = {},
  ) {
    super(message);
  }

  /** Any thrown value as a failure that a reader can understand. */
  static of(thrown: unknown): Failure {
    if (thrown instanceof Failure) return thrown;
    return new Failure('UNREACHABLE', t.states.unreachable);
  }

  static cancelled(): Failure {
    return new Failure('CANCELLED', t.states.cancelled);
  }

  /** The failure that the body of an answer describes. */
  static from(body: unknown): Failure {
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    return new Failure(String(fields.code ?? 'UNKNOWN'), String(fields.message ?? t.states.unknown), fields);
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer; a failure is thrown. */
export async function dataOf<T>(answered: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answered.catch((thrown) => {
    throw Failure.of(thrown);
  });
  if (!response.ok) throw Failure.from(error);
  return data as T;
}

/** Pages of other origins cannot send this header, so the service accepts the cookie with it. */
export const CONSOLE_HEADER = { 'x-latchkey-console': '1' };

/** The admin API, with the cookie of this console. A request that needs a new sign-in is sent again after it. */
export const api = createAdminClient({ baseUrl: location.origin, fetch: send });

async function send(request: Request): Promise<Response> {
  for (const [name, value] of Object.entries(CONSOLE_HEADER)) request.headers.set(name, value);
  const again = request.clone();
  const response = await fetch(request);
  const reason = await renewalReasonOf(response);
  return reason !== undefined && (await signedInAgain(reason)) ? fetch(again) : response;
}

const REASONS: Record<string, RenewalReason> = { NOT_AUTHENTICATED: 'ended', REAUTHENTICATION_REQUIRED: 'factor' };

async function renewalReasonOf(response: Response): Promise<RenewalReason | undefined> {
  if (response.status !== 400) return undefined;
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  return REASONS[body?.code];
}

const SESSION = '/api/admin/session';

/** A call that is made before there is a session. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = {
    ...CONSOLE_HEADER,
    ...(body && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) }).catch((thrown) => {
    throw Failure.of(thrown);
  });
  const text = await answer.text();
  const json = jsonIn(text);
  if (!answer.ok) throw Failure.from(json);
  return json as T;
}

/** The session of this browser, or null. */
export async function currentSession(): Promise<ConsoleSession | null> {
  return call<ConsoleSession>('GET', SESSION).catch((failure: Failure) => {
    if (failure.code === 'NOT_AUTHENTICATED') return null;
    throw failure;
  });
}

/** Opens a session with an admin token, with the access token of a user, or with the secret of a link that is good once. */
export function openSession(proof: { token: string } | { once: string }): Promise<ConsoleSession> {
  return call('POST', SESSION, proof);
}

export function endSession(): Promise<void> {
  return call('DELETE', SESSION);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
