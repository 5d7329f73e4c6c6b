// Measures how soon a service with the guard of NestJS refuses a session that has ended: `npm run build && node bench/offboarding.mjs`.
// The time counts until the guard refuses: from the removal of a user at the certified provider `oidc-provider`, which sends a
// logout token (OpenID Connect Back-Channel Logout 1.0), and from the button of the email about a new device. It fails if one of
// COUNT (100) sessions of each kind is accepted for longer than its limit.
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../test/support/run/machine.mjs';
import { quantile, rounded } from './support/figures.mjs';
import { send } from './support/send.mjs';
import { ADMIN_TOKEN, startProcess, withService } from './support/service.mjs';

const COUNT = Number(process.env.COUNT ?? 100);
const PASSWORD = 'plover-quince-71';
const PAUSE_MS = 50;
/** Removals are spread over some periods of the guard, so that they meet each moment of one. */
const SPREAD_MS = 10_000;
const NEXT_URL = 'https://app.example.com/signed-in';
const SECRET = randomBytes(24).toString('base64url');
const GUARDED = new URL('./support/guarded-users.mjs', import.meta.url).pathname;
const PROVIDERS = new URL('../test/support/idp/process.mjs', import.meta.url).pathname;

/** The emails that have arrived: the addresses of their recipients, and their first links. */
const links = new Map();
const mail = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], onData: keepLink });
await once(mail.listen(0, '127.0.0.1'), 'listening');

let base = '';
const port = await freePort();
const settings = {
  PORT: String(port),
  BASE_URL: `http://localhost:${port}`,
  REDIRECT_ALLOWLIST: new URL(NEXT_URL).origin,
  SMTP_URL: `smtp://127.0.0.1:${mail.server.address().port}`,
  BCRYPT_COST: '4',
};
const rows = await withService(undefined, settings, async (service) => {
  base = service.base;
  const provider = await startProvider();
  const guarded = await startGuarded();
  const ends = [
    { what: 'removed at the provider', limit: 5, signIn, end: ({ sub }) => provider.ask('remove', { sub }) },
    { what: 'refused by the button', limit: 4, signIn: signInElsewhere, end: press },
  ];
  try {
    const results = [];
    for (const end of ends) results.push(resultOf(end, await measure(end, guarded.url)));
    return results;
  } finally {
    await guarded.stop();
    provider.stop();
    mail.close();
  }
});
console.table(rows);
if (rows.some((row) => row['longest (s)'] > row['limit (s)'])) {
  console.error('A session was accepted for too long.');
  process.exitCode = 1;
}

function resultOf({ what, limit }, seconds) {
  const at = (share) => rounded(quantile(seconds, share), 2);
  return { what, sessions: COUNT, 'median (s)': at(0.5), 'longest (s)': at(1), 'limit (s)': limit };
}

async function measure({ signIn, end }, url) {
  const people = [];
  for (let index = 0; index < COUNT; index++) people.push(await signIn(index));
  const statusOf = async ({ token }) => (await send('GET', url, { token })).status;
  for (const person of people) if ((await statusOf(person)) !== 200) throw new Error('The guard refused a user.');
  return Promise.all(
    people.map(async (person, index) => {
      await sleep((index * SPREAD_MS) / COUNT);
      const begun = performance.now();
      await end(person);
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

/** Signs a person in on a second device, like a thief of the password. */
async function signInElsewhere(index) {
  const email = `owner${index}@example.com`;
  const body = JSON.stringify({ email, password: PASSWORD, login: true });
  const headers = { 'content-type': 'application/json', 'x-latchkey-device': 'new' };
  let token;
  for (const path of ['create', 'login'])
    ({ token } = await (await fetch(`${base}/api/auth/user/${path}`, { method: 'POST', headers, body })).json());
  while (!links.has(email)) await sleep(PAUSE_MS);
  return { token, link: new URL(links.get(email)) };
}

async function press({ link: { pathname, search } }) {
  const { status } = await fetch(base + pathname + search, { method: 'POST', redirect: 'manual' });
  if (status !== 302) throw new Error(`The button answered ${status}.`);
}

/** Keeps the link of an email about a new device. */
function keepLink(stream, session, done) {
  simpleParser(stream).then(({ subject, text }) => {
    const [{ address }] = session.envelope.rcptTo;
    if (/^New sign-in to /.test(subject)) links.set(address, /^https?:\/\/\S+$/m.exec(text)[0]);
    done();
  }, done);
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
