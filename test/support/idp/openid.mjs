import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import Provider from 'oidc-provider';
import { form, visitorChoice } from './handwritten.mjs';

// What Apple does differently: the client secret is a JWT, and the name of a new user comes in the form, unsigned.

const HALF_A_YEAR = 15_777_000;

/** @param teamId, keyId, publicKey (PEM) what Apple knows of the key that signs client secrets */
function dressAsApple(provider, { origin, accounts, clientSecret, teamId, keyId, publicKey }) {
  const key = createPublicKey(publicKey);
  /** Apple sends the name only the first time. */
  const introduced = new Set();

  provider.use(async (context, next) => {
    const { path, method, query } = context;
    if (
      path === '/auth' &&
      / (?:name|email)|^(?:name|email)/.test(query.scope) &&
      query.response_mode !== 'form_post'
    ) {
      context.status = 400;
      context.body = { error: 'invalid_request', error_description: 'response_mode must be form_post' };
      return;
    }
    if (path === '/token' && method === 'POST') {
      const body = await form(context.req);
      const genuine = await isGenuine(body);
      context.req.body = { ...body, client_secret: genuine ? clientSecret : 'wrong' };
    }
    await next();
    if (String(context.body).includes('name="code"')) context.body = withName(context);
  });

  async function isGenuine({ client_secret: secret = '', client_id: subject }) {
    const rules = { issuer: teamId, subject, audience: [origin, 'https://appleid.apple.com'], algorithms: ['ES256'] };
    try {
      const { payload, protectedHeader } = await jwtVerify(secret, key, {
        ...rules,
        currentDate: new Date(Date.now()),
      });
      return protectedHeader.kid === keyId && payload.exp - payload.iat <= HALF_A_YEAR;
    } catch {
      return false;
    }
  }

  function withName({ body, oidc }) {
    const { accountId } = oidc.session;
    const { name } = accounts.get(accountId) ?? {};
    if (!name || introduced.has(accountId)) return body;
    introduced.add(accountId);
    const [firstName, lastName] = name.split(' ');
    const user = JSON.stringify({ name: { firstName, lastName } }).replaceAll('"', '&quot;');
    return body.replace('</form>', `<input type="hidden" name="user" value="${user}"/></form>`);
  }
}

// The certified provider `oidc-provider`, dressed as Google, Apple or a provider of a company.

/** The claims of an account that the scope `openid` releases, beside those that each provider adds by itself. */
const CLAIMS = ['sub', 'hd', 'amr', 'is_private_email'];

export function openid({ kind, origin, keys, clientId, clientSecret, redirectUris, auth, apple }) {
  const accounts = new Map();
  const requests = [];
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: auth,
        backchannel_logout_uri: redirectUris[0]?.replace(/callback$/, 'backchannel-logout'),
        backchannel_logout_session_required: redirectUris.length > 0,
      },
    ],
    clientAuthMethods: [auth],
    jwks: { keys: [{ ...keys.privateKey.export({ format: 'jwk' }), kid: keys.kid, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [keys.kid] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'name'],
    claims: { openid: CLAIMS, email: ['email', 'email_verified'], profile: kind === 'apple' ? [] : ['name'] },
    // Google and Apple put the claims of the user into the ID token, also beside an access token.
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => accounts.get(sub) }),
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // Its own refuses addresses of this machine.
    fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: grantAll,
    ttl: { Interaction: 3600, Session: 86_400, Grant: 86_400, IdToken: 3600, AuthorizationCode: 60 },
    renderError: (context, out) => {
      context.type = 'json';
      context.body = out;
    },
  });
  if (kind === 'apple') dressAsApple(provider, { origin, accounts, clientSecret, ...apple });
  const handler = provider.callback();
  return {
    accounts,
    requests,
    /** Removes an account. The logout token names the person and no session, so it ends all sessions of the person. */
    async remove(sub) {
      accounts.delete(sub);
      const client = await provider.Client.find(clientId);
      await client.backchannelLogout(sub, undefined);
    },
    async handle(request, response) {
      const { pathname, searchParams } = new URL(request.url, origin);
      const { traceparent } = request.headers;
      requests.push({ method: request.method, path: pathname, query: Object.fromEntries(searchParams), traceparent });
      if (!pathname.startsWith('/interaction/')) return handler(request, response);
      await interact(provider, accounts, request, response);
    },
  };
}

/** Consents to all scopes: the page for the sign-in is the only one. */
async function grantAll({ oidc }) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  await grant.save();
  return grant;
}

async function interact(provider, accounts, request, response) {
  const account = await visitorChoice(request, response, accounts);
  if (!account) return;
  const { cancel, ...claims } = account;
  if (!cancel) accounts.set(claims.sub, claims);
  const result = cancel
    ? { error: 'access_denied', error_description: 'The user cancelled the sign-in.' }
    : { login: { accountId: claims.sub, amr: claims.amr } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
