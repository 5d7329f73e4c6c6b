import { callAuth, refresh, setSession } from '../../session';

/** Only scripts of our own pages: another site must not sign a visitor in or out. */
const isForeign = ({ headers }: Request) => headers.get('sec-fetch-site') !== 'same-origin';

/** Signs in with {"email", "password"}; after `MFA_REQUIRED` with its {"mfa_token"}, and {"code"} or {"recovery_code"}. */
export async function POST(request: Request): Promise<Response> {
  if (isForeign(request)) return new Response(null, { status: 403 });
  const given = await request.json().catch(() => ({}));
  const path = given.mfa_token ? '/api/auth/mfa/verify' : '/api/auth/user/login';
  const answer = await callAuth('POST', path, request.headers, given);
  const result = await answer.json();
  if (!answer.ok) return Response.json(result, { status: answer.status });
  const response = Response.json({ uid: result.uid, recovery_codes: result.recovery_codes });
  setSession(response.headers, { access: result.token, refresh: result.refresh_token });
  return response;
}

/** Signs out: also without the service, which then keeps the session until it expires. */
export async function DELETE(request: Request): Promise<Response> {
  if (isForeign(request)) return new Response(null, { status: 403 });
  try {
    const tokens = await refresh(request);
    const body = { refresh_token: tokens?.refresh };
    if (tokens) await callAuth('POST', '/api/auth/user/logout', request.headers, body, tokens.access);
  } catch (error) {
    console.error('The session could not be ended at the service.', error);
  }
  const response = new Response(null, { status: 204 });
  setSession(response.headers, undefined);
  return response;
}
