import type { Provider } from './provider.entity.js';
import { type Claims, isAddressProved, toAddress } from './provider-kinds.js';

const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad';
const TENANT = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';

type Facts = Pick<Provider, 'tenants' | 'emailDomains'>;

const ANY: Facts = { tenants: [], emailDomains: [] };
const OWN: Facts = { tenants: [], emailDomains: ['corp.example'] };
const BOOKS: Facts = { tenants: [], emailDomains: ['xn--bcher-kva.example'] };
const SINGLE: Facts = { tenants: [TENANT], emailDomains: ['corp.example'] };
const SEVERAL: Facts = { tenants: [TENANT, OTHER], emailDomains: ['corp.example'] };

const ADA = 'ada@corp.example';
const GMAIL = 'ada@gmail.com';

const proved = (kind: Provider['kind'], facts: Facts, claims: Claims) =>
  isAddressProved({ kind, ...facts }, claims, toAddress(claims.email));

describe('the address of a Google account', () => {
  it.each<[string, boolean, Claims]>([
    ['Gmail', true, { email: GMAIL, email_verified: true }],
    ['Gmail in capital letters', true, { email: 'Ada@GMAIL.com', email_verified: true }],
    ['a domain of Workspace', true, { email: ADA, email_verified: true, hd: 'corp.example' }],
    ['another domain without hd', false, { email: ADA, email_verified: true }],
    ['an empty hd', false, { email: ADA, email_verified: true, hd: '' }],
    ['an hd that is no text', false, { email: ADA, email_verified: true, hd: true }],
    ['a domain that ends like Gmail', false, { email: 'ada@notgmail.com', email_verified: true }],
    ['a domain below Gmail', false, { email: 'ada@gmail.com.evil.example', email_verified: true }],
    ['an unverified Gmail address', false, { email: GMAIL, email_verified: false }],
    ['email_verified as text', true, { email: GMAIL, email_verified: 'true' }],
    ['another text', false, { email: GMAIL, email_verified: 'True' }],
    ['the text "false"', false, { email: GMAIL, email_verified: 'false' }],
    ['email_verified as a number', false, { email: GMAIL, email_verified: 1 }],
    ['no email_verified', false, { email: GMAIL, hd: 'gmail.com' }],
    ['no address', false, { email_verified: true, hd: 'corp.example' }],
  ])('counts as proved for %s: %s', (_title, expected, claims) => {
    expect(proved('google', ANY, claims)).toBe(expected);
  });
});

describe('the address of a Microsoft account', () => {
  it.each<[string, boolean, Facts, Claims]>([
    ['a domain that its tenant owns', true, ANY, { email: ADA, tid: TENANT, xms_edov: true }],
    ['xms_edov as a number', true, ANY, { email: ADA, tid: TENANT, xms_edov: 1 }],
    ['a personal account', true, ANY, { email: 'ada@outlook.com', tid: CONSUMERS }],
    ['a single tenant and its domain', true, SINGLE, { email: ADA, tid: TENANT }],
    // nOAuth: the administrator of any tenant can enter any address.
    ['any tenant without xms_edov', false, ANY, { email: ADA, tid: TENANT }],
    ['any tenant that says email_verified', false, ANY, { email: ADA, tid: TENANT, email_verified: true }],
    ['xms_edov false', false, ANY, { email: ADA, tid: TENANT, xms_edov: false }],
    ['xms_edov 0', false, ANY, { email: ADA, tid: TENANT, xms_edov: 0 }],
    ['xms_edov as text', true, ANY, { email: ADA, tid: TENANT, xms_edov: 'true' }],
    ['xms_edov as the text of a number', true, ANY, { email: ADA, tid: TENANT, xms_edov: '1' }],
    ['xms_edov as another text', false, ANY, { email: ADA, tid: TENANT, xms_edov: 'yes' }],
    ['xms_edov as the text 0', false, ANY, { email: ADA, tid: TENANT, xms_edov: '0' }],
    ['any tenant and a domain in the list', false, OWN, { email: ADA, tid: TENANT }],
    ['one of several tenants and a domain in the list', false, SEVERAL, { email: ADA, tid: TENANT }],
    ['a single tenant and another domain', false, SINGLE, { email: 'ada@victim.example', tid: TENANT }],
    ['a single tenant and a domain below its own', false, SINGLE, { email: 'ada@sub.corp.example', tid: TENANT }],
    ['a single tenant and the token of another', false, SINGLE, { email: ADA, tid: OTHER }],
    ['only preferred_username', false, ANY, { preferred_username: ADA, tid: TENANT, xms_edov: true }],
    ['only upn and mail', false, SINGLE, { upn: ADA, mail: ADA, tid: TENANT, xms_edov: true }],
  ])('counts as proved for %s: %s', (_title, expected, facts, claims) => {
    expect(proved('microsoft', facts, claims)).toBe(expected);
  });
});

describe('the address of an Apple account', () => {
  it.each<[string, boolean, Claims]>([
    ['email_verified', true, { email: ADA, email_verified: true }],
    ['email_verified as text', true, { email: ADA, email_verified: 'true' }],
    ['no email_verified', true, { email: ADA }],
    [
      'a relay address',
      true,
      { email: 'x1y2@privaterelay.appleid.com', email_verified: 'true', is_private_email: 'true' },
    ],
    ['a managed account', false, { email: ADA, email_verified: false }],
    ['a managed account as text', false, { email: ADA, email_verified: 'false' }],
    ['no address', false, { email_verified: true }],
  ])('counts as proved for %s: %s', (_title, expected, claims) => {
    expect(proved('apple', ANY, claims)).toBe(expected);
  });
});

describe('the address of a GitHub account', () => {
  it.each<[string, boolean, Claims]>([
    ['the verified primary address', true, { email: ADA, primary: true, verified: true }],
    ['an unverified primary address', false, { email: ADA, primary: true, verified: false }],
    ['a verified address that is not primary', false, { email: ADA, primary: false, verified: true }],
    ['verified as text', true, { email: ADA, primary: true, verified: 'true' }],
    ['verified as a number', false, { email: ADA, primary: true, verified: 1 }],
    ['no address', false, { primary: true, verified: true }],
  ])('counts as proved for %s: %s', (_title, expected, claims) => {
    expect(proved('github', ANY, claims)).toBe(expected);
  });
});

describe('the address of an account at any other provider', () => {
  it.each<[string, boolean, Facts, Claims]>([
    ['a domain in the list', true, OWN, { email: ADA, email_verified: true }],
    ['a domain in the list in capital letters', true, OWN, { email: 'ADA@CORP.EXAMPLE', email_verified: true }],
    ['an empty list', false, ANY, { email: ADA, email_verified: true }],
    ['another domain', false, OWN, { email: 'ada@victim.example', email_verified: true }],
    ['a domain below one in the list', false, OWN, { email: 'ada@sub.corp.example', email_verified: true }],
    ['a domain that ends like one in the list', false, OWN, { email: 'ada@evilcorp.example', email_verified: true }],
    ['two signs @', false, OWN, { email: 'ada@victim.example@corp.example', email_verified: true }],
    ['email_verified as text', true, OWN, { email: ADA, email_verified: 'true' }],
    ['email_verified as text, and an empty list', false, ANY, { email: ADA, email_verified: 'true' }],
    ['another text', false, OWN, { email: ADA, email_verified: 'TRUE' }],
    ['the text "1"', false, OWN, { email: ADA, email_verified: '1' }],
    ['a list', false, OWN, { email: ADA, email_verified: ['true'] }],
    ['a domain in Unicode that is in the list', true, BOOKS, { email: 'ada@BÜCHER.example', email_verified: true }],
    [
      'a domain that only looks like one in the list',
      false,
      BOOKS,
      { email: 'ada@bűcher.example', email_verified: true },
    ],
    ['no email_verified', false, OWN, { email: ADA, hd: 'corp.example' }],
  ])('counts as proved for %s: %s', (_title, expected, facts, claims) => {
    expect(proved('oidc', facts, claims)).toBe(expected);
  });
});

it.each([
  undefined,
  null,
  7,
  '',
  'ada',
  'ada@',
  'ä@corp.example',
  '"a b"@corp.example',
  '\u212a@corp.example',
  'ada@bücher',
  'ada@bücher.example.',
  'ada@１２７.０.０.１',
  `${'a'.repeat(250)}@b.example`,
])('the value %j is no address', (value) => {
  expect(toAddress(value)).toBeNull();
});

it('an address has the form of the addresses of users', () => {
  expect(toAddress(' Ada@Corp.Example ')).toBe('ada@corp.example');
  expect(toAddress('Ada@Bücher.Example')).toBe('ada@xn--bcher-kva.example');
});

it.each<[Provider['kind'], Claims]>([
  ['google', { email_verified: true, hd: 'corp.example' }],
  ['microsoft', { tid: CONSUMERS }],
  ['microsoft', { tid: TENANT, xms_edov: true }],
  ['apple', { email_verified: true }],
  ['github', { primary: true, verified: true }],
  ['oidc', { email_verified: true }],
])('a provider of the kind %s with a list of domains speaks for no others', (kind, claims) => {
  expect(proved(kind, OWN, { ...claims, email: ADA })).toBe(true);
  for (const email of ['ada@sub.corp.example', 'ada@evilcorp.example', GMAIL]) {
    expect(proved(kind, OWN, { ...claims, email })).toBe(false);
  }
});
