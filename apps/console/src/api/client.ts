import { createAdminClient } from '@latchkey/client/admin';
import { type RenewalReason, signedInAgain } from './renewal';

/** Pages of other origins cannot send this header, so the service accepts the cookie with it. */
export const CONSOLE_HEADER = { 'x-latchkey-console': '1' };

/** The admin API, with the cookie of this console. A request that needs a new sign-in is sent again after it. */
export const api = createAdminClient({ baseUrl: location.origin, fetch: send });

async function send(request: Request): Promise<Response> {
  for (const [name, value] of Object.entries(CONSOLE_HEADER)) request.headers.set(name, value);
  const again = request.clone();
  const response = await fetch(request);
  const reason = await renewalReasonOf(response);
  return reason !== undefined && (await signedInAgain(reason)) ? fetch(again) : response;
}

const REASONS: Record<string, RenewalReason> = { NOT_AUTHENTICATED: 'ended', REAUTHENTICATION_REQUIRED: 'factor' };

async function renewalReasonOf(response: Response): Promise<RenewalReason | undefined> {
  if (response.status !== 400) return undefined;
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  return REASONS[body?.code];
}
