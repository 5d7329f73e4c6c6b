// A small GitHub: OAuth 2 without ID tokens, with the REST API below /api/v3 as on GitHub Enterprise.
import { createHash, randomBytes } from 'node:crypto';
import { clientOf, form, json, redirect, visitorChoice } from './http.mjs';

export function github({ origin, clientId, clientSecret, redirectUris }) {
  const accounts = new Map();
  const requests = [];
  const codes = new Map();
  const tokens = new Map();

  async function authorize(request, response, { query }) {
    if (query.client_id !== clientId || !redirectUris.includes(query.redirect_uri))
      return json(response, 400, { error: 'redirect_uri_mismatch' });
    const account = await visitorChoice(request, response, accounts);
    if (!account) return;
    const back = new URL(query.redirect_uri);
    if (query.state !== undefined) back.searchParams.set('state', query.state);
    if (account.cancel) {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The user has denied your application access.');
      return redirect(response, back.href);
    }
    const code = randomBytes(10).toString('hex');
    codes.set(code, { account, query });
    back.searchParams.set('code', code);
    redirect(response, back.href);
  }

  /** GitHub answers its failures with the status 200. */
  async function token(request, response, record) {
    const body = await form(request);
    record.form = body;
    const { id, secret } = clientOf(request, body);
    if (id !== clientId || secret !== clientSecret)
      return json(response, 200, { error: 'incorrect_client_credentials' });
    const issued = codes.get(body.code);
    codes.delete(body.code);
    const challenge = createHash('sha256')
      .update(body.code_verifier ?? '')
      .digest('base64url');
    const proved = issued?.query.code_challenge === challenge && issued.query.code_challenge_method === 'S256';
    if (!proved || body.redirect_uri !== issued.query.redirect_uri)
      return json(response, 200, { error: 'bad_verification_code' });
    const access_token = `gho_${randomBytes(18).toString('hex')}`;
    tokens.set(access_token, issued.account);
    json(response, 200, { access_token, token_type: 'bearer', scope: issued.query.scope ?? '' });
  }

  function api(request, response, answer) {
    const account = tokens.get((request.headers.authorization ?? '').split(' ')[1]);
    if (!request.headers['user-agent']) return json(response, 403, { message: 'User-Agent is required.' });
    if (!account) return json(response, 401, { message: 'Bad credentials' });
    json(response, 200, answer(account));
  }

  const routes = {
    'GET /login/oauth/authorize': authorize,
    'POST /login/oauth/authorize': authorize,
    'POST /login/oauth/access_token': token,
    'GET /api/v3/user': (request, response) =>
      api(request, response, ({ id, login, name, email }) => ({ id, login, name, email: email ?? null })),
    'GET /api/v3/user/emails': (request, response) => api(request, response, ({ emails = [] }) => emails),
  };
  return {
    accounts,
    requests,
    async handle(request, response) {
      const { pathname, searchParams } = new URL(request.url, origin);
      const record = { method: request.method, path: pathname, query: Object.fromEntries(searchParams) };
      requests.push(record);
      const route = routes[`${request.method} ${pathname}`];
      if (route) await route(request, response, record);
      else json(response, 404, { message: 'Not Found' });
    },
  };
}
