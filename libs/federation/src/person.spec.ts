import type { Provider } from './provider.entity.js';
import { githubPersonOf, personOf } from './provider-kinds.js';

const TENANT = '11111111-2222-4333-8444-555555555555';

const provider = (facts: Partial<Provider>): Provider => ({
  id: 'corp',
  kind: 'oidc',
  name: 'Corp',
  issuer: 'https://id.corp.example',
  clientId: 'latchkey',
  teamId: null,
  keyId: null,
  scopes: [],
  tenants: [],
  emailDomains: ['corp.example'],
  signUp: true,
  linking: 'auto',
  trustMfa: false,
  enabled: true,
  sessionMaxTtl: 0,
  version: 'v1',
  madeBy: null,
  source: 'database',
  ...facts,
});

const OIDC = provider({});
const ENTRA = provider({ kind: 'microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' });
const GITHUB = provider({ kind: 'github', issuer: 'https://github.com' });
const CLAIMS = { iss: 'https://id.corp.example', sub: 'ada', email: 'Ada@corp.example', email_verified: true };
const ENTRA_CLAIMS = { iss: 'https://x', sub: 'pairwise', tid: TENANT, oid: 'o1' };

const keyOf = (claims: object) => personOf(OIDC, { ...CLAIMS, ...claims }).key;

it('a person has the subject, the normalised address and whether a second factor was used', () => {
  const person = personOf(OIDC, { ...CLAIMS, amr: ['pwd', 'mfa'] });
  expect(person).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{64}$/),
    subject: 'ada',
    email: 'ada@corp.example',
    emailProved: true,
    mfa: true,
    authTime: null,
    idpSid: null,
  });
  expect(personOf(OIDC, { ...CLAIMS, amr: 'mfa' }).mfa).toBe(false);
  expect(personOf(OIDC, { ...CLAIMS, email: 'nonsense' })).toMatchObject({ email: null, emailProved: false });
});

it.each([
  [1_700_000_000.7, 1_700_000_000],
  ['1700000000', null],
  [-5, null],
  [undefined, null],
])('the auth_time %j of an ID token is the time %j', (auth_time, expected) => {
  expect(personOf(OIDC, { ...CLAIMS, auth_time }).authTime).toBe(expected);
});

it('the key of a session at a provider depends on the provider and the sid', () => {
  const keyIn = (facts: Partial<Provider>, sid: unknown) => personOf(provider(facts), { ...CLAIMS, sid }).idpSid;
  expect(keyIn({}, 's1')).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set([keyIn({}, 's1'), keyIn({}, 's2'), keyIn({ id: 'other' }, 's1')]).size).toBe(3);
  for (const sid of [undefined, '', 7]) expect(keyIn({}, sid)).toBeNull();
});

it('a key depends on the issuer and the subject, and on nothing else', () => {
  expect(keyOf({ email: 'other@corp.example' })).toBe(keyOf({}));
  expect(keyOf({ iss: 'https://id.corp.example/' })).not.toBe(keyOf({}));
  expect(keyOf({ sub: 'Ada' })).not.toBe(keyOf({}));
  expect(keyOf({ iss: 'https://a.example', sub: 'b"c' })).not.toBe(keyOf({ iss: 'https://a.example","b', sub: 'c' }));
});

it.each([undefined, null, '', '  ', 7, true, {}, ['ada'], 'a'.repeat(256)])('the subject %j is refused', (sub) => {
  expect(() => personOf(OIDC, { ...CLAIMS, sub })).toThrow('"sub"');
});

it('the key of an Entra account consists of its tenant and its object id', () => {
  const { key } = personOf(ENTRA, ENTRA_CLAIMS);
  expect(personOf(ENTRA, { ...ENTRA_CLAIMS, sub: 'of another app' }).key).toBe(key);
  expect(personOf(ENTRA, { ...ENTRA_CLAIMS, oid: 'o2' }).key).not.toBe(key);
  expect(personOf(ENTRA, { ...ENTRA_CLAIMS, tid: TENANT.replaceAll('1', '2') }).key).not.toBe(key);
  const single = { ...ENTRA, issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`, tenants: [TENANT] };
  expect(personOf(single, ENTRA_CLAIMS).key).toBe(key);
});

it.each([{ tid: undefined }, { oid: undefined }, { tid: '' }, { oid: 7 }])(
  'an Entra account with %j is refused',
  (claims) => {
    expect(() => personOf(ENTRA, { ...ENTRA_CLAIMS, ...claims })).toThrow('no usable');
  },
);

it('an Entra account of a tenant that is not in the list is refused', () => {
  expect(() => personOf({ ...ENTRA, tenants: ['another'] }, ENTRA_CLAIMS)).toThrow('tenant');
});

it('a GitHub account has its number as the subject, and its primary address', () => {
  const emails = [
    { email: 'old@corp.example', primary: false, verified: true },
    { email: 'Ada@corp.example', primary: true, verified: true },
  ];
  const person = githubPersonOf(GITHUB, 583231, emails);
  expect(person).toMatchObject({ subject: '583231', email: 'ada@corp.example', emailProved: true, mfa: false });
  expect(githubPersonOf({ ...GITHUB, issuer: 'https://git.corp.example' }, 583231, []).key).not.toBe(person.key);
  expect(githubPersonOf(GITHUB, 583231, { message: 'none' })).toMatchObject({ email: null, emailProved: false });
});

it.each([undefined, '583231', 0, -1, 1.5, Number.MAX_VALUE])('the GitHub account %j is refused', (id) => {
  expect(() => githubPersonOf(GITHUB, id, [])).toThrow('no id');
});
