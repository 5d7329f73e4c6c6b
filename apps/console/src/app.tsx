import { useCallback, useEffect, useState } from 'react';
import { Router } from 'wouter';
import { currentSession, Failure, openSession } from './api/client';
import { SessionContext, useSignOut } from './api/session';
import type { ConsoleSession } from './api/types';
import { Pages } from './pages';
import { RenewDialog, SignInPage } from './sign-in';
import { Layout } from './ui/layout';
import { Waiting } from './ui/view';

const ONCE = /^#once=([\w-]+)$/;

/**
 * The session at the start: the one of this browser, or that of the link in the address, which is good once. A link never
 * replaces a session, so that no page can lead an administrator into the session of another.
 */
async function firstSession(once: string | undefined): Promise<ConsoleSession | null> {
  const session = await currentSession();
  return session ?? (once === undefined ? null : openSession({ once }));
}

/** Reads the secret of the link, and removes it from the address and the history at once. */
function takeSecret(): string | undefined {
  const secret = ONCE.exec(location.hash)?.[1];
  if (secret !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return secret;
}

const SECRET = takeSecret();
let first: Promise<ConsoleSession | null> | undefined;

export function App() {
  const [session, setSession] = useState<ConsoleSession | null>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    // React runs effects twice during development, and the link is good only once.
    first ??= firstSession(SECRET);
    first.then(setSession, (thrown) => {
      setFailure(Failure.of(thrown));
      setSession(null);
    });
  }, []);
  const leave = useCallback(() => setSession(null), []);
  useSignOut(leave);
  if (session === undefined) return <Waiting />;
  if (session === null) return <SignInPage failure={failure} onSignedIn={setSession} />;
  return (
    <SessionContext value={session}>
      <Router base="/console">
        <Layout onSignedOut={leave}>
          <Pages />
        </Layout>
      </Router>
      <RenewDialog onSignedIn={setSession} onSignedOut={leave} />
    </SessionContext>
  );
}
