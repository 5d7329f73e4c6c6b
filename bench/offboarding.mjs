// Measures how soon a service with the guard of NestJS refuses a user whom the certified provider `oidc-provider` has removed:
// `npm run build && node bench/offboarding.mjs`. The time counts from the removal, which sends a logout token (OpenID Connect
// Back-Channel Logout 1.0), until the guard refuses. It fails if one of COUNT (100) users is accepted for longer than
// LIMIT_SECONDS.
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/service/free-port.mjs';
import { quantile, rounded } from './support/figures.mjs';
import { send } from './support/send.mjs';
import { ADMIN_TOKEN, startProcess, withService } from './support/service.mjs';

const COUNT = Number(process.env.COUNT ?? 100);
const LIMIT_SECONDS = 5;
const PAUSE_MS = 50;
/** Removals are spread over some periods of the guard, so that they meet each moment of one. */
const SPREAD_MS = 10_000;
const NEXT_URL = 'https://app.example.com/signed-in';
const SECRET = randomBytes(24).toString('base64url');
const GUARDED = new URL('./support/guarded-users.mjs', import.meta.url).pathname;
const PROVIDERS = new URL('../test/support/idp/process.mjs', import.meta.url).pathname;

let base = '';
const port = await freePort();
const settings = {
  PORT: String(port),
  BASE_URL: `http://localhost:${port}`,
  REDIRECT_ALLOWLIST: new URL(NEXT_URL).origin,
};
const seconds = await withService(undefined, settings, async (service) => {
  base = service.base;
  const provider = await startProvider();
  const guarded = await startGuarded();
  try {
    return await measure(provider, guarded.url);
  } finally {
    await guarded.stop();
    provider.stop();
  }
});
const longest = rounded(quantile(seconds, 1), 2);
console.table([{ users: COUNT, 'median (s)': rounded(quantile(seconds, 0.5), 2), 'longest (s)': longest }]);
if (longest > LIMIT_SECONDS) {
  console.error(`A removed user was accepted for more than ${LIMIT_SECONDS} seconds.`);
  process.exitCode = 1;
}

async function measure(provider, url) {
  const people = [];
  for (let index = 0; index < COUNT; index++) people.push(await signIn(index));
  const statusOf = async ({ token }) => (await send('GET', url, { token })).status;
  for (const person of people) if ((await statusOf(person)) !== 200) throw new Error('The guard refused a user.');
  return Promise.all(
    people.map(async (person, index) => {
      await sleep((index * SPREAD_MS) / COUNT);
      const begun = performance.now();
      await provider.ask('remove', { sub: person.sub });
      while ((await statusOf(person)) !== 401) await sleep(PAUSE_MS);
      return (performance.now() - begun) / 1_000;
    }),
  );
}

/** Signs a person in at the provider, as a browser does. */
async function signIn(index) {
  const account = { sub: `person-${index}`, email: `person${index}@example.com`, email_verified: true };
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const started = await post('/api/auth/external/corp/start', { next_url: NEXT_URL, code_challenge });
  const visitor = Buffer.from(JSON.stringify(account)).toString('base64url');
  const cookies = new Map();
  let next = new URL(started.url);
  while (!next.href.startsWith(NEXT_URL)) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { 'x-visitor': visitor, cookie } });
    for (const line of answer.headers.getSetCookie()) cookies.set(...line.split(';')[0].split(/=(.*)/s));
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`The sign-in ended with ${answer.status} ${await answer.text()}`);
    next = new URL(location, next);
  }
  const code = next.searchParams.get('code');
  const { token } = await post('/api/auth/external/token', { code, code_verifier: verifier });
  return { sub: account.sub, token };
}

async function post(path, body, token) {
  const answer = await send('POST', `${base}${path}`, { token, body });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.json)}.`);
  return answer.json;
}

/** The provider of the tests in a process of its own, which the service knows as `corp`. */
async function startProvider() {
  const child = fork(PROVIDERS, { execArgv: ['--no-deprecation'], silent: true });
  await once(child, 'message');
  const waiting = new Map();
  child.on('message', ({ id, result, error }) => {
    if (error) waiting.get(id).fail(new Error(error));
    else waiting.get(id).done(result);
    waiting.delete(id);
  });
  const send = (call, parameters) =>
    new Promise((done, fail) => {
      const id = randomBytes(8).toString('hex');
      waiting.set(id, { done, fail });
      child.send({ id, call, ...parameters });
    });
  const redirectUris = [`http://localhost:${port}/api/auth/external/corp/callback`];
  const client = { kind: 'oidc', clientId: 'latchkey', clientSecret: SECRET, redirectUris, auth: 'client_secret_post' };
  const { origin } = await send('open', client);
  const known = {
    id: 'corp',
    kind: 'oidc',
    name: 'Corp',
    issuer: origin,
    client_id: 'latchkey',
    client_secret: SECRET,
  };
  await post('/api/admin/providers', { ...known, email_domains: ['example.com'] }, ADMIN_TOKEN);
  return { ask: (call, parameters) => send(call, { origin, ...parameters }), stop: () => child.kill() };
}

async function startGuarded() {
  const own = String(await freePort());
  const env = { PATH: process.env.PATH, PORT: own, AUTH_ISSUER: settings.BASE_URL };
  const service = startProcess([GUARDED], {
    ...env,
    JWKS_URI: `${base}/.well-known/jwks.json`,
  });
  const url = `http://127.0.0.1:${own}/orders`;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  )
    await sleep(PAUSE_MS);
  return { ...service, url };
}
