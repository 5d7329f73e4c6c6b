'use client';

async function signOut(): Promise<void> {
  await fetch('/session', { method: 'DELETE' });
  location.assign('/sign-in');
}

export function SignOut() {
  return (
    <button type="button" onClick={signOut}>
      Sign out
    </button>
  );
}
