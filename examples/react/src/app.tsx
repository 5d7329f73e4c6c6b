import { LatchkeyError, type MfaError, type Schemas } from '@latchkey/client';
import { type FormEvent, useEffect, useState } from 'react';
import { auth } from './auth';
import { useUser } from './use-user';

/** What a person can do about a failure; other failures show their message. */
const TEXTS: Partial<Record<LatchkeyError['code'], string>> = {
  MFA_ENROLMENT_REQUIRED: 'Your account must have a second factor. Please add one on the page for second factors.',
  NETWORK_ERROR: 'You seem to be offline.',
};

export function textOf(error: unknown): string {
  if (!(error instanceof LatchkeyError)) return 'Something went wrong.';
  return TEXTS[error.code] ?? error.message;
}

/** @param failed why the sign-in by a link on this page did not succeed */
export function App({ failed }: { failed?: unknown }) {
  const user = useUser();
  const [failure, setFailure] = useState<unknown>(failed);
  useEffect(() => {
    if (user) setFailure(undefined);
  }, [user]);
  if (user === undefined) return <p>Loading …</p>;
  // The key: data of one user is never shown to the next.
  if (user) return <Account key={user.uid} onSignOutFailed={setFailure} />;
  return <SignIn failure={failure} setFailure={setFailure} />;
}
type SetFailure = (failure: unknown) => void;

function SignIn({ failure, setFailure }: { failure: unknown; setFailure: SetFailure }) {
  if (failure instanceof LatchkeyError && failure.code === 'MFA_REQUIRED')
    return <SecondStep step={failure as MfaError} onEnded={setFailure} />;
  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    await auth.signIn(String(form.get('email')), String(form.get('password'))).catch(setFailure);
  }
  return (
    <form onSubmit={signIn}>
      <label>
        Email <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button type="submit">Sign in</button>
      <p role="alert">{failure !== undefined && textOf(failure)}</p>
    </form>
  );
}

function SecondStep({ step, onEnded }: { step: MfaError; onEnded: SetFailure }) {
  const [failure, setFailure] = useState('');
  async function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    const isTotp = /^[\d ]{6,7}$/.test(code);
    const verified = isTotp ? auth.verifyTotp(step.mfaToken, code) : auth.useRecoveryCode(step.mfaToken, code);
    await verified.catch((error: unknown) => {
      // The step ends after five tries, or five minutes.
      const ended = error instanceof LatchkeyError && error.code === 'INVALID_MFA_TOKEN';
      if (ended) onEnded(error);
      else setFailure(textOf(error));
    });
  }
  return (
    <form onSubmit={verify}>
      <label>
        Code of your app, or a recovery code <input name="code" autoComplete="one-time-code" required />
      </label>
      <button type="submit">Continue</button>
      <p role="alert">{failure}</p>
    </form>
  );
}

function Account({ onSignOutFailed }: { onSignOutFailed: SetFailure }) {
  const [user, setUser] = useState<Schemas['UserView']>();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    // When the session has ended, the hook shows the form.
    auth.user().then(setUser, (error: unknown) => setFailure(textOf(error)));
  }, []);
  return (
    <main>
      <h1>{user?.email}</h1>
      <p role="alert">{failure}</p>
      <button type="button" onClick={() => auth.signOut().catch(onSignOutFailed)}>
        Sign out
      </button>
    </main>
  );
}
