import { createHash, createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';

// What the providers need of HTTP.

/** The parameters of a body that is a form. */
export async function form(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}

function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function redirect(response, location) {
  response.writeHead(302, { location }).end();
}

function html(response, status, body) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${body}`);
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

/** A page that sends a form to the callback at once, as in the response mode `form_post`. */
function formPost(response, action, fields) {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  html(
    response,
    200,
    `<form method="post" action="${escaped(action)}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
  );
}

/**
 * What a visitor does on the page of a provider: the account that they choose, or `{ cancel: true }`. `walk` answers in
 * a header at once; a browser gets a page with a field for an email and two buttons.
 * @returns undefined after the page was sent
 */
export async function visitorChoice(request, response, accounts) {
  const { 'x-visitor': header } = request.headers;
  if (header !== undefined) return JSON.parse(Buffer.from(header, 'base64url').toString());
  const sent = request.method === 'POST' ? await form(request) : {};
  if (sent.cancel !== undefined) return { cancel: true };
  const account = [...accounts.values()].find(({ email, sub }) => sent.account && [email, sub].includes(sent.account));
  if (account) return account;
  html(
    response,
    200,
    `<title>Test provider</title><h1>Sign in</h1><form method="post"><label>Account <input name="account" autofocus>
    </label><button name="continue">Continue</button><button name="cancel">Cancel</button></form>`,
  );
  return undefined;
}

/** The id and the secret of the client of a token request, from its header or its body. */
function clientOf(request, body) {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') return { id: body.client_id, secret: body.client_secret };
  const [id, secret] = Buffer.from(credentials, 'base64').toString().split(':').map(decodeURIComponent);
  return { id, secret };
}

// How a provider lies: what it signs, and how it answers.

const HUGE_BYTES = 1024 ** 3;
const CHUNK = Buffer.alloc(64 * 1024, ' ');

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

let otherKeys;

/**
 * An ID token. The lies of its header and claims replace the true ones; a claim that is null is left out.
 * @param lies `header`, `claims`, and `signature`: `none`, `hmac` (with the public key as the secret), `other` (a key
 * that the provider does not publish) or `broken`
 */
function idToken(claims, keys, lies = {}) {
  const algorithms = { none: 'none', hmac: 'HS256' };
  const header = { alg: algorithms[lies.signature] ?? 'RS256', kid: keys.kid, ...lies.header };
  const all = Object.entries({ ...claims, ...lies.claims }).filter(([, value]) => value !== null);
  const content = `${encoded(header)}.${encoded(Object.fromEntries(all))}`;
  return `${content}.${signature(content, keys, lies.signature)}`;
}

function signature(content, keys, kind) {
  if (kind === 'none') return '';
  if (kind === 'hmac') {
    const secret = keys.publicKey.export({ type: 'spki', format: 'pem' });
    return createHmac('sha256', secret).update(content).digest('base64url');
  }
  if (kind === 'other') {
    otherKeys ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return sign('sha256', Buffer.from(content), otherKeys.privateKey).toString('base64url');
  }
  const genuine = sign('sha256', Buffer.from(content), keys.privateKey);
  if (kind === 'broken') genuine[0] ^= 1;
  return genuine.toString('base64url');
}

/**
 * Misbehaves at an endpoint instead of answering it.
 * @param lie `hang`, `huge` (an endless answer, until the client closes the connection), `{ redirect: url }`,
 * `{ status, body }` or undefined
 * @returns whether it did
 */
function misbehaves(lie, request, response, record) {
  if (lie === undefined) return false;
  request.resume();
  response.on('close', () => {
    record.closed = true;
  });
  if (lie === 'huge') stream(response, record);
  else if (lie.redirect) response.writeHead(lie.status ?? 302, { location: lie.redirect }).end();
  else if (lie !== 'hang') response.writeHead(lie.status, { 'content-type': 'application/json' }).end(lie.body);
  return true;
}

/** The answer begins like JSON, and never ends. */
function stream(response, record) {
  record.sent = 0;
  response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  const send = () => {
    while (!response.destroyed && record.sent < HUGE_BYTES) {
      record.sent += CHUNK.length;
      if (!response.write(CHUNK)) return response.once('drain', send);
    }
    response.end('}');
  };
  send();
}

// A provider written by hand. It tells the truth until a test gives it lies, and can be Microsoft: one server for many
// tenants, whose issuer is a template.

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

// A small GitHub: OAuth 2 without ID tokens, with the REST API below /api/v3 as on GitHub Enterprise.

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
