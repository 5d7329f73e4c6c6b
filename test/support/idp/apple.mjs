// What Apple does differently: the client secret is a JWT, and the name of a new user comes in the form, unsigned.
import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { form } from './http.mjs';

const HALF_A_YEAR = 15_777_000;

/** @param teamId, keyId, publicKey (PEM) what Apple knows of the key that signs client secrets */
export function dressAsApple(provider, { origin, accounts, clientSecret, teamId, keyId, publicKey }) {
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
