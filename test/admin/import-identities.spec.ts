import { expectFailure } from '../support/http/expect.js';
import { googleAccount } from '../support/idp/external.js';
import { useIdp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider, signInWith } from '../support/idp/providers.js';
import { exportText, importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp();
const idp = useIdp();

const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const OTHER_TENANT = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a';
const OID = '0a1b2c3d-1111-4222-8333-444455556666';

let google: AddedProvider;
let microsoft: AddedProvider;
beforeAll(async () => {
  google = await addProvider(app, idp, 'google', { id: 'google' });
  microsoft = await addProvider(app, idp, 'microsoft', { id: 'microsoft' });
  await addProvider(app, idp, 'microsoft', { id: 'listed', fields: { tenants: [TENANT] } });
  await addProvider(app, idp, 'github', { id: 'github' });
});

let counter = 0;
const newSubject = () => {
  counter += 1;
  return `${process.pid}${counter}`;
};

const create = (identities: unknown, more = {}) =>
  app.admin('POST', '/users', { email: newEmail(), identities, ...more });
const identitiesOf = async (uid: string) => (await app.admin('GET', `/users/${uid}/identities`)).json.identities;
const exported = async (uid: string) => {
  const lines = (await exportText(app, '?include_factors=true')).trim().split('\n');
  return JSON.parse(lines.find((line) => line.includes(uid)) ?? '{}');
};

it('a person with an imported identity signs in to the account, whatever the address at the provider', async () => {
  const account = googleAccount(newEmail());
  const email = newEmail();
  const identities = [{ provider: google.id, subject: account.sub, email: 'Old@Example.com' }];
  expect((await importLines(app, [{ email, identities }])).json).toMatchObject({ created: 1, failed: 0 });
  const answer = await signInWith(app, google.id, account);
  expect((await app.get('/api/auth/user', answer.json)).json.email).toBe(email);
  expect(await identitiesOf(answer.json.uid)).toHaveLength(1);
});

it('a person of Entra signs in with an identity of the tenant and the oid', async () => {
  const { uid } = (await create([{ provider: microsoft.id, subject: OID.toUpperCase(), tenant: TENANT }])).json;
  const account = { sub: 'pairwise', oid: OID, tid: TENANT, email: newEmail() };
  expect((await signInWith(app, microsoft.id, account)).json.uid).toBe(uid);
});

it.each<[string, unknown, string]>([
  ['no list', {}, ''],
  ['a list of texts', ['google'], ''],
  ['null', null, ''],
  ['no provider', [{ subject: '1' }], 'identities[0].provider'],
  ['an unknown provider', [{ provider: 'unknown', subject: '1' }], 'identities[0].provider'],
  ['a malformed provider', [{ provider: '../google', subject: '1' }], 'identities[0].provider'],
  ['no subject', [{ provider: 'google' }], 'identities[0].subject'],
  ['a blank subject', [{ provider: 'google', subject: ' ' }], 'identities[0].subject'],
  ['a number as the subject', [{ provider: 'github', subject: 1 }], 'identities[0].subject'],
  ['a login of GitHub', [{ provider: 'github', subject: 'octocat' }], 'identities[0].subject'],
  ['a tenant of Google', [{ provider: 'google', subject: '1', tenant: TENANT }], 'identities[0].tenant'],
  ['no tenant where the issuer has all', [{ provider: 'microsoft', subject: OID }], 'identities[0].tenant'],
  ['a tenant not in the list', [{ provider: 'listed', subject: OID, tenant: OTHER_TENANT }], 'identities[0].tenant'],
  [
    'a subject of Entra that is no oid',
    [{ provider: 'microsoft', subject: 'x', tenant: TENANT }],
    'identities[0].tenant and subject',
  ],
  ['a malformed email', [{ provider: 'google', subject: '1', email: 'x' }], 'identities[0].email'],
  ['a malformed key', [{ provider: 'google', subject: '1', key: 'x' }], 'identities[0].key'],
  ['an unknown field', [{ provider: 'google', subject: '1', sub: '1' }], 'identities[0]'],
  [
    'an error in the second one',
    [{ provider: 'google', subject: '1' }, { provider: 'google' }],
    'identities[1].subject',
  ],
  ['one identity twice', Array(2).fill({ provider: 'google', subject: 'twice' }), 'identities'],
])(
  'a line with %s fails with INVALID_FACTOR that names the field, as POST /users does',
  async (_what, identities, named) => {
    const imported = (await importLines(app, [{ email: newEmail(), identities }])).json;
    expect(imported.results).toEqual([{ line: 1, code: 'INVALID_FACTOR', message: expect.stringContaining(named) }]);
    expectFailure(await create(identities), 'INVALID_FACTOR');
  },
);

it('an identity that belongs to an account, or to a line before, fails with IDENTITY_ALREADY_LINKED', async () => {
  const of = (provider: string, subject: string) => [{ provider, subject }];
  const [taken, free] = [newSubject(), newSubject()];
  await create(of('google', taken));
  expectFailure(await create(of('google', taken)), 'IDENTITY_ALREADY_LINKED');
  const emails = Array.from({ length: 5 }, newEmail);
  const rows = [of('google', taken), of('google', free), of('google', free), of('github', free), undefined];
  const lines = rows.map((identities, index) => ({
    email: emails[index],
    identities,
    password: index === 4 ? PASSWORD : undefined,
  }));
  for (const query of ['?dry_run=true', '']) {
    const { created, results } = (await importLines(app, lines, query)).json;
    expect([created, results.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`)]).toEqual([
      3,
      ['1 IDENTITY_ALREADY_LINKED', '3 IDENTITY_ALREADY_LINKED'],
    ]);
  }
});

it('an export with factors has the identities as an import reads them, and any other export has none', async () => {
  const subject = newSubject();
  const oid = OID.replace('0a1b', '1a1b');
  const identities = [
    { provider: 'google', subject, email: 'ada@example.com' },
    { provider: 'github', subject },
    { provider: 'listed', subject: oid, tenant: TENANT },
    { provider: 'microsoft', subject: oid, tenant: OTHER_TENANT },
  ];
  const { uid } = (await create(identities)).json;
  const line = await exported(uid);
  // The provider for all tenants does not give the tenant back.
  const unnamed = { provider: 'microsoft', subject: oid, key: expect.stringMatching(/^[\da-f]{64}$/) };
  expect(line.identities).toEqual([...identities.slice(0, 3), unnamed]);
  expect(await exportText(app)).not.toContain(subject);
  const keys = () =>
    app.sql('SELECT provider_id, key_hash, subject, email FROM identities WHERE uid = ? ORDER BY identity_id', [uid]);
  const before = await keys();
  await app.admin('DELETE', `/users/${uid}`);
  expect((await importLines(app, [line])).json).toMatchObject({ created: 1, failed: 0 });
  expect(await keys()).toEqual(before);
});

it('an exported identity of an earlier issuer does not become one of the present issuer', async () => {
  const provider = await addProvider(app, idp, 'google', { id: 'moved' });
  const subject = newSubject();
  const { uid } = (await create([{ provider: provider.id, subject }])).json;
  await app.sql("UPDATE providers SET issuer = 'http://localhost:1/other' WHERE id = ?", [provider.id]);
  expect((await exported(uid)).identities).toEqual([{ provider: 'moved', subject, key: expect.any(String) }]);
});
