import { describeLocation, type Env } from '@app/config';

/** What a newcomer sees once the service runs: where it is, and a first call to make. An admin token that was made now is shown this once. */
export function welcome({ baseUrl, database, smtpUrl }: Env, inboxUrl?: string, adminToken?: string): string {
  const mail = inboxUrl
    ? `${inboxUrl}  (inbox: all letters end here)`
    : smtpUrl
      ? 'by the server in SMTP_URL'
      : 'none is sent';
  const admin = adminToken
    ? `
  The first admin token, which is not shown again:

    ${adminToken}

    curl -s ${baseUrl}/api/admin/users -H 'authorization: Bearer ${adminToken}'
`
    : '';
  return `
  Latchkey is running.

    API        ${baseUrl}/api/auth
    Docs       ${baseUrl}/docs  (OpenAPI: ${baseUrl}/openapi.json)
    Mail       ${mail}
    Database   ${describeLocation(database)}

  Create a first user, signed in at once:

    curl -s ${baseUrl}/api/auth/user/create -H 'content-type: application/json' \\
      -d '{"email":"ada@example.com","password":"correct horse battery","login":true}'
${admin}
`;
}
