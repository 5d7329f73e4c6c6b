import { CONSOLE_HEADER } from './client';
import { Failure } from './failure';
import type { ConsoleSession } from './types';

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
