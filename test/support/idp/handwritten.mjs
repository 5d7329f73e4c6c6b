// A provider written by hand. It tells the truth until a test gives it lies, and can be Microsoft: one server for many
// tenants, whose issuer is a template.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { clientOf, form, formPost, json, redirect, visitorChoice } from './http.mjs';
import { idToken, misbehaves } from './lies.mjs';

const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad';
const SHARED = ['common', 'organizations', 'consumers'];
const TTL = 3600;

export function handwritten({ kind, origin, keys, clientId, clientSecret, redirectUris, lies = {} }) {
  const accounts = new Map();
  const requests = [];
  const codes = new Map();
  let current = lies;

  const issuerOf = ({ tid }) => (kind === 'microsoft' ? `${origin}/${tid ?? 'common'}/v2.0` : origin);

  function discovery(_request, response, { tenant }) {
    const templates = { common: '{tenantid}', organizations: '{tenantid}', consumers: CONSUMERS };
    const issuer = kind === 'microsoft' ? issuerOf({ tid: templates[tenant] ?? tenant }) : origin;
    const base = kind === 'microsoft' ? `${origin}/${tenant}` : origin;
    json(response, 200, {
      issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      ...(kind === 'liar' ? { authorization_response_iss_parameter_supported: true } : {}),
      ...current.discovery,
    });
  }

  async function authorize(request, response, { query }) {
    if (query.client_id !== clientId || !redirectUris.includes(query.redirect_uri))
      return json(response, 400, { error: 'invalid_request' });
    if (query.code_challenge_method !== 'S256' || query.response_type !== 'code')
      return json(response, 400, { error: 'invalid_request', error_description: 'PKCE is required.' });
    const account = await visitorChoice(request, response, accounts);
    if (!account) return;
    const code = randomBytes(20).toString('base64url');
    codes.set(code, { account, query, authTime: Math.floor(Date.now() / 1000) });
    const outcome = account.cancel ? { error: 'access_denied', error_description: 'Cancelled.' } : { code };
    // Microsoft does not send `iss`.
    const iss = kind === 'microsoft' ? {} : { iss: origin };
    const entries = Object.entries({ ...outcome, state: query.state, ...iss, ...current.answer });
    const answer = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
    if (query.response_mode === 'form_post') return formPost(response, query.redirect_uri, answer);
    const back = new URL(query.redirect_uri);
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    redirect(response, back.href);
  }

  async function token(request, response, { record }) {
    const body = await form(request);
    record.form = body;
    const { id, secret } = clientOf(request, body);
    if (id !== clientId || secret !== clientSecret) return json(response, 401, { error: 'invalid_client' });
    const issued = codes.get(body.code);
    if (!current.reuse) codes.delete(body.code);
    const challenge = createHash('sha256')
      .update(body.code_verifier ?? '')
      .digest('base64url');
    if (issued?.query.code_challenge !== challenge || issued.query.redirect_uri !== body.redirect_uri)
      return json(response, 400, { error: 'invalid_grant' });
    json(response, 200, {
      access_token: randomBytes(20).toString('base64url'),
      token_type: 'Bearer',
      expires_in: TTL,
      id_token: idToken(claimsOf(issued), keys, current.idToken),
      ...current.token,
    });
  }

  function claimsOf({ account, query, authTime }) {
    const iat = Math.floor(Date.now() / 1000);
    const { nonce, max_age: maxAge } = query;
    return {
      iss: issuerOf(account),
      aud: clientId,
      iat,
      exp: iat + TTL,
      ...(nonce === undefined ? {} : { nonce }),
      ...(maxAge === undefined ? {} : { auth_time: authTime }),
      ...account,
    };
  }

  function jwks(_request, response) {
    const { kty, n, e } = keys.publicKey.export({ format: 'jwk' });
    json(response, 200, { keys: [{ kty, n, e, kid: keys.kid, use: 'sig' }], ...current.jwks });
  }

  const routes = { 'openid-configuration': discovery, authorize, token, jwks };
  return {
    accounts,
    requests,
    /** A logout token, with lies about it. */
    logoutToken: (lies) => {
      const iat = Math.floor(Date.now() / 1000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const claims = { iss: issuerOf({}), aud: clientId, iat, exp: iat + 120, jti: randomUUID(), events };
      return idToken(claims, keys, { ...lies, header: { typ: 'logout+jwt', ...lies.header } });
    },
    tell: (next) => {
      current = next;
    },
    async handle(request, response) {
      const { pathname, searchParams } = new URL(request.url, origin);
      const name = pathname.split('/').at(-1);
      const record = { method: request.method, path: pathname, query: Object.fromEntries(searchParams) };
      requests.push(record);
      const tenant = pathname.split('/')[1];
      const unknown = kind === 'microsoft' && !SHARED.includes(tenant) && !/^[\da-f-]{36}$/.test(tenant);
      if (!routes[name] || unknown) return json(response, 404, { error: 'not_found' });
      const endpoint = name === 'openid-configuration' ? 'discovery' : name;
      if (misbehaves(current.at?.[endpoint], request, response, record)) return;
      await routes[name](request, response, { query: record.query, record, tenant });
    },
  };
}
