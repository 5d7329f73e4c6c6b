import { MfaError } from '@latchkey/client';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { auth } from './auth';

// Only on this page: on any other one, a prepared link could sign users in to the account of an attacker.
const isLink = location.pathname === '/magic-link';
const failed = isLink ? await auth.completeMagicLink().then(() => undefined, reasonOf) : undefined;
createRoot(document.body.appendChild(document.createElement('div'))).render(<App failed={failed} />);

/** Not the message of a link, which may be of an attacker. */
function reasonOf(error: unknown): unknown {
  return error instanceof MfaError ? error : new Error('The link did not work.');
}
