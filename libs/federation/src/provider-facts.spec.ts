import { completeFacts, type ProviderFacts, toProvider } from './provider-facts.js';

const FACTS = completeFacts({
  id: 'corp',
  kind: 'oidc',
  name: 'Corp',
  clientId: 'c',
  issuer: 'https://id.corp.example',
});
const versionOf = (changes: Partial<ProviderFacts>) => toProvider({ ...FACTS, ...changes }).version;

it.each<Partial<ProviderFacts>>([
  { issuer: 'https://other.example' },
  { clientId: 'other' },
  { tenants: ['t'] },
  { emailDomains: ['corp.example'] },
  { linking: 'manual' },
  { trustMfa: true },
  { enabled: false },
])('a provider of the file has another version after the change %j', (changes) => {
  expect(versionOf(changes)).not.toBe(versionOf({}));
});

it('a provider of the file keeps its version after a restart, and after a change on which no sign-in relies', () => {
  expect(versionOf({})).toMatch(/^[0-9a-f]{64}$/);
  const others = { name: 'New', scopes: ['openid'], signUp: false, secret: 's', sessionMaxTtl: 60 };
  expect(versionOf(others)).toBe(versionOf({}));
});
