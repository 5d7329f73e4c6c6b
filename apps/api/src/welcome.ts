import { describeLocation, type Env } from '@app/config';

/** The local inbox, if one was started: its page, or undefined if it failed. */
interface InboxState {
  url: string | undefined;
}

interface Started {
  inbox?: InboxState;
  /** A new admin token, which is shown only once. */
  adminToken?: string;
  /** The link that signs in to the console once. */
  consoleUrl?: string;
  hasUsers: boolean;
}

/** The text printed after a start in development: the URLs, a first call to try, and what gives access, which no log has. */
export function welcome(env: Env, { inbox, adminToken, consoleUrl, hasUsers }: Started): string {
  const { baseUrl, database, pages } = env;
  const admin = adminToken
    ? `
  The first admin token, which is not shown again:

    ${adminToken}

    curl -s ${baseUrl}/api/admin/users -H 'authorization: Bearer ${adminToken}'
`
    : '';
  return `
  Latchkey is running.

${pages.on ? `    Sign in    ${baseUrl}/sign-in\n` : ''}    API        ${baseUrl}/api/auth
${consoleUrl ? `    Console    ${consoleUrl}  (signs you in once, within 5 minutes)\n` : ''}    Docs       ${baseUrl}/docs  (OpenAPI: ${baseUrl}/openapi.json)
    Mail       ${inbox ? mailByInbox(inbox) : mailWithoutInbox(env)}
    Database   ${describeLocation(database)}
${hasUsers ? '' : firstUser(baseUrl, pages.on)}${admin}
`;
}

function firstUser(baseUrl: string, pages: boolean): string {
  return `
  Create a first user${pages ? ` at ${baseUrl}/sign-in ("Create one"), or by the API` : ''}, signed in at once:

    curl -s ${baseUrl}/api/auth/user/create -H 'content-type: application/json' \\
      -d '{"email":"ada@example.com","password":"correct horse battery","login":true}'
`;
}

function mailByInbox({ url }: InboxState): string {
  return url
    ? `${url}  (inbox: all emails end here)`
    : 'not sent: the local inbox did not start; emails wait in the outbox';
}

function mailWithoutInbox({ smtpUrl, wantsInbox }: Env): string {
  if (smtpUrl) return 'by the server in SMTP_URL';
  return wantsInbox ? 'not configured: set SMTP_URL, or install maildev for a local inbox' : 'none is sent';
}
