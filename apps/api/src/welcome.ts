import { describeLocation, type Env } from '@app/config';

/** What a newcomer sees once the service runs: where it is, and a first call to make. */
export function welcome({ baseUrl, database }: Env): string {
  return `
  Latchkey is running.

    API        ${baseUrl}/api/auth
    Docs       ${baseUrl}/docs  (OpenAPI: ${baseUrl}/openapi.json)
    Database   ${describeLocation(database)}

  Create a first user, signed in at once:

    curl -s ${baseUrl}/api/auth/user/create -H 'content-type: application/json' \\
      -d '{"email":"ada@example.com","password":"correct horse battery","login":true}'

`;
}
