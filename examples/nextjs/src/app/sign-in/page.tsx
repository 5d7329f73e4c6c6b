'use client';

import { type FormEvent, useState } from 'react';

/** Where the sign-in is: `mfaToken` is set while the second factor is missing. */
interface Step {
  mfaToken?: string;
  message?: string;
}

export default function SignInPage() {
  const [{ mfaToken, message }, setStep] = useState<Step>({});

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    const body = JSON.stringify({ ...fields, mfa_token: mfaToken });
    const answer = await fetch('/session', { method: 'POST', body }).catch(() => undefined);
    if (answer?.ok) return location.assign('/account');
    const failure = await answer?.json().catch(() => undefined);
    if (failure?.code === 'MFA_REQUIRED') return setStep({ mfaToken: failure.mfa_token });
    // The second step ends after five tries, or five minutes.
    const begins = failure?.code === 'INVALID_MFA_TOKEN';
    setStep({ mfaToken: begins ? undefined : mfaToken, message: failure?.message ?? 'Something went wrong.' });
  }

  return (
    <form onSubmit={signIn}>
      {mfaToken ? <CodeField /> : <PasswordFields />}
      <button type="submit">Sign in</button>
      <p role="alert">{message}</p>
    </form>
  );
}

function PasswordFields() {
  return (
    <>
      <label>
        Email <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
    </>
  );
}

function CodeField() {
  return (
    <label>
      Code of your app <input name="code" autoComplete="one-time-code" required />
    </label>
  );
}
