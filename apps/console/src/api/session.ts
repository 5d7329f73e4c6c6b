import { createContext, useContext } from 'react';
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
