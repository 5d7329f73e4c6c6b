import { everyCell } from '../support/database/inspection.js';
import { fromAddress, inParallel } from '../support/http/clients.js';
import { type Answer, countOutcomes, expectFailure, readToken } from '../support/http/http.js';
import {
  API_KEYS,
  askToken,
  basic,
  bySecret,
  exchange,
  issuerOf,
  KEY_FACTS,
  newApiKey,
  newClient,
  SigningClient,
  type TestClient,
  type TestKeyOfUser,
  WITH_KEYS,
} from '../support/machines/clients.js';
import { type SignedUp, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';
import { readList } from '../support/service/tokens.js';

/** LONG=1 is the large budget, of `npm run test:long`. */
const REQUESTS = process.env.LONG === '1' ? 200 : 60;
/** How many requests come while something ends tokens. */
const BESIDE_AN_END = process.env.LONG === '1' ? 60 : 30;

const app = useApp({ ...WITH_KEYS, RATE_LIMIT: 'on', TRUST_PROXY: '1', RATE_LIMIT_REQUESTS: '100000' });
/** Both processes, one after the other. */
let at: (index: number) => Service;
beforeAll(async () => {
  const other = await app.replica({ BASE_URL: issuerOf(app) });
  at = (index) => (index % 2 === 0 ? app.service : other);
});

const statusesOf = (answers: Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const tokensOf = (answers: Answer[]) => new Set(answers.map(({ json }) => readToken(json.access_token).claims.jti));

it('parallel exchanges of one key at two processes all get tokens of their own', async () => {
  const { key } = await newApiKey(app, await app.signUp());
  const answers = await inParallel(REQUESTS, (index) => exchange(at(index), key));
  expect(countOutcomes(answers)).toEqual({ 200: REQUESTS });
  expect(tokensOf(answers).size).toBe(REQUESTS);
});

it('parallel requests of one client at two processes all get tokens of their own', async () => {
  const client = await newClient(app);
  const answers = await inParallel(REQUESTS, (index) => bySecret(at(index), client));
  expect(statusesOf(answers)).toEqual({ 200: REQUESTS });
  expect(tokensOf(answers).size).toBe(REQUESTS);
});

it('one assertion gets one token in parallel requests at two processes', async () => {
  const client = await SigningClient.make(app);
  const assertion = client.assertion();
  const headers = (index: number) => fromAddress(`198.51.100.${index}`).headers;
  const answers = await inParallel(REQUESTS, (index) =>
    askToken(
      at(index),
      { client_assertion: assertion, client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
      headers(index),
    ),
  );
  expect(statusesOf(answers)).toEqual({ 200: 1, 401: REQUESTS - 1 });
});

it('30 wrong keys and 30 wrong secrets from one client address are checked, and no more of them, and right ones beside them all work', async () => {
  const { key } = await newApiKey(app, await app.signUp());
  const client = await newClient(app);
  const { headers } = fromAddress();
  const mixed = await inParallel(REQUESTS * 2, (index) => exchange(app, index % 2 ? key : `${key}x`, {}, headers));
  expect(countOutcomes(mixed)).toEqual({ 200: REQUESTS, INVALID_API_KEY: 30, TOO_MANY_REQUESTS: REQUESTS - 30 });
  const wrong = { ...headers, authorization: basic(client.client_id, 'lks_wrong') };
  const answers = await inParallel(REQUESTS, () => askToken(app, {}, wrong));
  expect(statusesOf(answers)).toEqual({ 401: 30, 429: REQUESTS - 30 });
});

it('parallel requests make at most 20 keys for a user, and two secrets for a client', async () => {
  const user = await app.signUp();
  const keys = await inParallel(40, (index) =>
    at(index).call('POST', API_KEYS, { token: user.token, body: KEY_FACTS, ...fromAddress() }),
  );
  expect(countOutcomes(keys)).toEqual({ 200: 20, KEY_LIMIT_REACHED: 20 });
  const { client_id } = await newClient(app);
  const secrets = await inParallel(20, () => app.admin('POST', `/clients/${client_id}/secrets`));
  expect(countOutcomes(secrets)).toEqual({ 200: 1, SECRET_LIMIT_REACHED: 19 });
});

it('no cell of the database has a secret, a key, an assertion or a token of a machine', async () => {
  const { key } = await newApiKey(app, await app.signUp());
  const client = await newClient(app);
  const signing = await SigningClient.make(app);
  const assertion = signing.assertion();
  const answers = [await exchange(app, key), await bySecret(app, client), await signing.ask(assertion)];
  const cells = await everyCell(app);
  expect(cells).toContain(signing.client_id);
  const secrets = [key, client.client_secret, assertion, ...answers.map(({ json }) => json.access_token)];
  expect(secrets.filter((secret) => cells.includes(secret.slice(-40)))).toEqual([]);
});

/** What ends tokens while they are issued: the change, and which entry of the list must cover them. */
interface End {
  name: string;
  end: (user: SignedUp, key: TestKeyOfUser, client: TestClient) => Promise<Answer>;
  ask: (user: SignedUp, key: TestKeyOfUser, client: TestClient, index: number) => Promise<Answer>;
  listed: (
    list: Awaited<ReturnType<typeof readList>>,
    user: SignedUp,
    key: TestKeyOfUser,
    client: TestClient,
  ) => number | undefined;
}

const byKey: End['ask'] = (_user, { key }, _client, index) => exchange(at(index), key, {}, fromAddress().headers);
const byClient: End['ask'] = (_user, _key, client, index) => bySecret(at(index), client);
const ENDS: End[] = [
  {
    name: 'a revoked key',
    end: (user, { key_id }) => app.delete(`${API_KEYS}/${key_id}`, user),
    ask: byKey,
    listed: ({ keys }, _user, { key_id }) => keys?.[key_id],
  },
  {
    name: 'a disabled user',
    end: ({ uid }) => app.admin('PATCH', `/users/${uid}`, { active: false }),
    ask: byKey,
    listed: ({ users }, { uid }) => users[uid],
  },
  {
    name: 'changed claims',
    end: ({ uid }) => app.admin('PATCH', `/users/${uid}`, { claims: '{"scopes":[]}' }),
    ask: byKey,
    listed: ({ users }, { uid }) => users[uid],
  },
  {
    name: 'a disabled client',
    end: (_user, _key, { client_id }) => app.admin('PATCH', `/clients/${client_id}`, { active: false }),
    ask: byClient,
    listed: ({ clients }, _user, _key, { client_id }) => clients?.[client_id],
  },
  {
    name: 'a deleted client',
    end: (_user, _key, { client_id }) => app.admin('DELETE', `/clients/${client_id}`),
    ask: byClient,
    listed: ({ clients }, _user, _key, { client_id }) => clients?.[client_id],
  },
];

it.each(ENDS)('no token that is issued beside $name lives on', async ({ end, ask, listed }) => {
  const user = await app.signUp();
  const of = [user, await newApiKey(app, user), await newClient(app)] as const;
  const asking = inParallel(BESIDE_AN_END, (index) => ask(...of, index));
  const [answers, ended] = await Promise.all([asking, end(...of)]);
  expect(ended.status).toBe(200);
  const at = listed(await readList(app), ...of) ?? 0;
  const issued = answers
    .filter(({ status }) => status === 200)
    .map(({ json }) => readToken(json.access_token).claims.iat);
  expect(issued.filter((iat) => iat > at)).toEqual([]);
  const after = await ask(...of, 0);
  expect(after.status).not.toBe(200);
  if (ask === byKey) expectFailure(after, after.code === 'INVALID_SCOPE' ? 'INVALID_SCOPE' : 'INVALID_API_KEY');
});

it.each([
  ['of a user', 'UPDATE users SET active = 0 WHERE uid = ?', byKey],
  ['of a client', 'UPDATE clients SET active = 0 WHERE client_id = ?', byClient],
])('an exchange waits for a change %s that is not committed yet', async (what, statement, ask) => {
  const user = await app.signUp();
  const of = [user, await newApiKey(app, user), await newClient(app)] as const;
  const release = await app.database.hold(statement, [what === 'of a user' ? user.uid : of[2].client_id]);
  const answer = ask(...of, 0);
  await app.untilStatementWaits();
  await release();
  expect((await answer).status).not.toBe(200);
});
