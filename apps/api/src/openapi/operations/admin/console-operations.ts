import type { OperationText } from '../operation-text.js';

/** The sessions of the console. */
export const CONSOLE_OPERATIONS = {
  adminSignIn: {
    summary: 'Sign in to the console',
    description:
      'By an admin token, by the access token of a user with admin scopes (recent, and with a second factor; also in the `Authorization` header), or by the link that a start outside production prints. Sets a cookie that the admin API accepts in place of a token, for 8 hours, or 30 minutes without a request. Requests that change something need the header `X-Latchkey-Console: 1` and the `Origin` of `BASE_URL`; so does this one.',
  },
  adminGetSession: {
    summary: 'Read the own administrator',
    description: 'The name and the scopes of the caller. Any scope.',
  },
  adminSignOut: {
    summary: 'Sign out of the console',
    description: 'Ends the session of the cookie, and the session of the user that opened it. Any scope.',
  },
} satisfies Record<string, OperationText>;
