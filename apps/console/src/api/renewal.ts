/** Waits of requests for a new sign-in. */
type Waiter = (signedIn: boolean) => void;

/** Why: the session of the console has ended, or the second factor was shown too long ago. */
export type RenewalReason = 'ended' | 'factor';

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
