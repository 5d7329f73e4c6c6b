import { createAdminClient } from '@latchkey/client/admin';
import { signedInAgain } from './renewal';

/** Pages of other origins cannot send this header, so the service accepts the cookie with it. */
export const CONSOLE_HEADER = { 'x-latchkey-console': '1' };

/** The admin API, with the cookie of this console. A request that finds the session ended is sent again after a new sign-in. */
export const api = createAdminClient({ baseUrl: location.origin, fetch: send });

async function send(request: Request): Promise<Response> {
  for (const [name, value] of Object.entries(CONSOLE_HEADER)) request.headers.set(name, value);
  const again = request.clone();
  const response = await fetch(request);
  if (!(await hasEnded(response))) return response;
  return (await signedInAgain()) ? fetch(again) : response;
}

async function hasEnded(response: Response): Promise<boolean> {
  if (response.status !== 400) return false;
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  return body?.code === 'NOT_AUTHENTICATED';
}
