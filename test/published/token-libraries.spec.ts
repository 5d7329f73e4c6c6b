import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { blocksOf } from '../support/docs/documents.js';
import { fileName } from '../support/docs/parsers.js';
import { linkPackages, writeFileInto } from '../support/docs/recipe.js';
import { readToken, writeToken } from '../support/http/http.js';
import { bySecret, newClient } from '../support/machines/clients.js';
import { freePort } from '../support/run/machine.mjs';
import { type SignedUp, useApp } from '../support/service/app.js';
import { privateKeyOf, signedWith } from '../support/service/tokens.js';

/** The uid that a program of the guide reads from each token; undefined for a token that it refuses. */
type Verify = (...tokens: string[]) => Promise<(string | undefined)[]>;

/** Runs the program in its first argument for each token in the other arguments. */
const FOR_EACH = `
const [program, ...tokens] = process.argv.slice(2);
for (const [index, token] of tokens.entries()) {
  process.argv[2] = token;
  await import(\`./\${program}?\${index}\`).catch(() => console.log());
}`;

const FILES = ['with-jose.mjs', 'with-fast-jwt.mjs', 'with-express-jwt.mjs', 'with-passport.mjs'];
const TIMEOUT_MS = 60_000;

const AUDIENCE = 'https://api.example.com';

const app = useApp({ REFRESH_TOKEN_TTL: '3600' });
let user: SignedUp;
let folder: string;
const servers: ChildProcess[] = [];
let count = 0;
beforeAll(async () => {
  user = await app.signUp();
  folder = mkdtempSync(join(tmpdir(), 'latchkey-verify-'));
  linkPackages(folder);
});
afterAll(async () => {
  for (const server of servers) {
    server.kill();
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true });
});

/** Writes a program of the guide, with free ports, and starts it if it is a server. */
async function start(file: string, change = (text: string) => text): Promise<Verify> {
  const block = blocksOf('docs/verify-tokens.md').find(({ text }) => fileName(text) === file)?.text ?? '';
  const port = String(await freePort());
  const text = change(block);
  const name = `${count++}-${file}`;
  writeFileInto(folder, name, text.replace('3000', new URL(app.service.url).port).replace(/\b300[12]\b/, port));
  return text.includes('.listen(') ? serving(name, port) : printing(name);
}

function printing(file: string): Verify {
  return async (...tokens) => {
    writeFileInto(folder, 'for-each.mjs', FOR_EACH);
    const run = await promisify(execFile)(process.execPath, ['for-each.mjs', file, ...tokens], { cwd: folder });
    return run.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line || undefined);
  };
}

async function serving(file: string, port: string): Promise<Verify> {
  servers.push(spawn(process.execPath, [file], { cwd: folder, stdio: 'ignore' }));
  const get = (token: string) =>
    fetch(`http://127.0.0.1:${port}/orders`, { headers: { authorization: `Bearer ${token}` } });
  const deadline = performance.now() + TIMEOUT_MS;
  const ready = () =>
    get('x').then(
      () => true,
      () => false,
    );
  while (!(await ready())) {
    if (performance.now() > deadline) throw new Error(`${file} did not start.`);
    await new Promise((next) => setTimeout(next, 50));
  }
  const read = async (answer: Response) => (answer.ok ? ((await answer.json()) as { uid: string }).uid : undefined);
  return (...tokens) => Promise.all(tokens.map(async (token) => read(await get(token))));
}

/** Tokens that every program must refuse. */
async function wrongTokens(): Promise<[string, string][]> {
  const { header, claims, signature } = readToken(user.token);
  const pem = await privateKeyOf(app, header.kid);
  const signed = (changes: Record<string, unknown>) => signedWith(pem, user.token, header.kid, changes);
  return [
    ['garbage', 'garbage'],
    ['a refresh token', user.refresh_token],
    ['the public list of revocations', (await app.get('/.well-known/revocations')).json.token],
    ['the token of another user without a new signature', writeToken(header, { ...claims, sub: 'x' }, () => signature)],
    ['a token of an API key of the user', signed({ typ: 'machine', aud: AUDIENCE })],
    ['a token without a signature', writeToken({ ...header, alg: 'none' }, claims, () => '')],
    ['an expired token', signed({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ['a token of another issuer', signed({ iss: 'https://example.com' })],
    ['a token of a client', (await bySecret(app, await newClient(app))).json.access_token],
    ['a token with an unknown key', writeToken({ ...header, kid: 'x' }, claims, () => signature)],
  ];
}

it.each(FILES)(
  '%s of the guide finds the keys of the issuer, reads the uid of an access token, and refuses every other token',
  async (file) => {
    const verify = await start(file);
    const wrong = await wrongTokens();
    const [uid, ...refused] = await verify(user.token, ...wrong.map(([, token]) => token));
    expect(uid).toBe(user.uid);
    expect(wrong.map(([what], index) => [what, refused[index]])).toEqual(wrong.map(([what]) => [what, undefined]));
  },
  TIMEOUT_MS,
);

describe('a program of the guide with the option for the audience', () => {
  it.each([
    ['with-jose.mjs', "typ: 'at+jwt'", `typ: 'at+jwt', audience: '${AUDIENCE}'`],
    [
      'with-fast-jwt.mjs',
      "checkTyp: 'at+jwt'",
      `checkTyp: 'at+jwt', allowedAud: '${AUDIENCE}', requiredClaims: ['aud']`,
    ],
    ['with-express-jwt.mjs', 'isRevoked }', `isRevoked, audience: '${AUDIENCE}' }`],
    ['with-passport.mjs', "algorithms: ['ES256'] }", `algorithms: ['ES256'], audience: '${AUDIENCE}' }`],
  ])(
    '%s accepts only tokens of persons for this audience',
    async (file, option, options) => {
      const { header } = readToken(user.token);
      const pem = await privateKeyOf(app, header.kid);
      const tokenFor = (aud: string, typ = 'access') => signedWith(pem, user.token, header.kid, { aud, typ });
      const verify = await start(file, (text) => {
        expect(text).toContain(option);
        return text.replace(option, options);
      });
      const found = await verify(
        tokenFor(AUDIENCE),
        tokenFor('https://example.com'),
        user.token,
        tokenFor(AUDIENCE, 'machine'),
      );
      expect(found).toEqual([user.uid, undefined, undefined, undefined]);
    },
    TIMEOUT_MS,
  );
});
