import { createContext, useContext, useEffect } from 'react';
import { currentSession, endSession, Failure } from './client';
import type { ConsoleSession, Scope } from './types';

export const SessionContext = createContext<ConsoleSession | null>(null);

/** The session of the console, on a page that needs one. */
export function useSession(): ConsoleSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This component needs a session.');
  return session;
}

/** Whether the session has all of these scopes. The service checks them itself; this only hides what would fail. */
export function useMay(...scopes: Scope[]): boolean {
  const { scopes: held } = useSession();
  return scopes.every((scope) => held.includes(scope));
}

/** Connects the tabs of this browser, which share the session. */
const tabs = new BroadcastChannel('latchkey-console');

/** Ends the session, also for the other tabs. A session that has ended already counts as ended. */
export async function signOut(): Promise<void> {
  await endSession().catch((thrown) => {
    if (Failure.of(thrown).code !== 'NOT_AUTHENTICATED') throw thrown;
  });
  tabs.postMessage('signed out');
}

/** Calls a function after a sign-out in another tab, and when the browser shows a kept page again whose session has ended. */
export function useSignOut(onSignedOut: () => void): void {
  useEffect(() => {
    const shown = async ({ persisted }: PageTransitionEvent) => {
      if (persisted && !(await currentSession().catch(() => null))) onSignedOut();
    };
    tabs.addEventListener('message', onSignedOut);
    addEventListener('pageshow', shown);
    return () => {
      tabs.removeEventListener('message', onSignedOut);
      removeEventListener('pageshow', shown);
    };
  }, [onSignedOut]);
}
