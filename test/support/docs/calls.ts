import { blocksOf } from './blocks.js';

const REFRESH = 'post /api/auth/user/refresh';
const VERIFY = 'post /api/auth/mfa/verify';

/** The endpoints behind what the code of a guide calls: a method of the client, or a path of the service. */
const ENDPOINTS: Record<string, string[]> = {
  // The client refreshes by itself.
  'createClient(': [REFRESH],
  'auth.accessToken(': [],
  'auth.fetch(': [],
  'auth.subscribe(': [],
  // The codes of a link with tokens are in its URL.
  'auth.completeMagicLink(': [],
  'auth.signInWithLink(': ['post /api/auth/magic-link', 'post /api/auth/token'],
  'auth.signIn(': ['post /api/auth/user/login'],
  'auth.signUp(': ['post /api/auth/user/create'],
  'auth.signOut(': ['post /api/auth/user/logout'],
  'auth.user(': ['get /api/auth/user'],
  'auth.verifyTotp(': [VERIFY],
  'auth.useRecoveryCode(': [VERIFY],
  'auth.requestCode(': ['post /api/auth/email-code'],
  'auth.signInWithCode(': ['post /api/auth/email-code/verify'],
  'auth.proveEmail(': ['post /api/auth/email-code/verify'],
  'auth.requestMagicLink(': ['post /api/auth/magic-link'],
  'auth.requestPasswordReset(': ['post /api/auth/reset-password'],
  'auth.resetPassword(': ['patch /api/auth/user/change-password'],
  'auth.reauthenticate(': ['post /api/auth/user/reauthenticate'],
  'auth.requestReauthenticationCode(': ['post /api/auth/user/reauthenticate/options'],
  'auth.updateUser(': ['put /api/auth/user'],
  'auth.pendingEmail(': ['get /api/auth/user/email'],
  'auth.factors.addTotp(': ['post /api/auth/user/mfa/totp'],
  'auth.factors.confirmTotp(': ['post /api/auth/user/mfa/totp/{factor_id}/confirm'],
  'passkeys.signIn(': ['post /api/auth/passkey/options', 'post /api/auth/passkey/login'],
  'passkeys.verify(': ['post /api/auth/mfa/passkey/options', VERIFY],
  'passkeys.create(': ['post /api/auth/user/passkeys/options', 'post /api/auth/user/passkeys'],
  'passkeys.reauthenticate(': ['post /api/auth/user/reauthenticate/options', 'post /api/auth/user/reauthenticate'],
  'external.providers(': ['get /api/auth/external/providers'],
  'external.signInWith(': ['post /api/auth/external/{id}/start'],
  'external.completeSignIn(': ['post /api/auth/token'],
  'external.requestConfirmation(': ['post /api/auth/external/confirm'],
  'external.confirm(': ['post /api/auth/external/confirm/verify'],
  'external.identities(': ['get /api/auth/user/identities'],
  'external.linkIdentity(': ['post /api/auth/user/identities/{id}/start'],
  'external.unlinkIdentity(': ['delete /api/auth/user/identities/{identity_id}'],
  '/api/auth': [],
  '/api/auth/magic-link': ['post /api/auth/magic-link'],
  '/api/auth/token': ['post /api/auth/token'],
  '/api/auth/user': ['get /api/auth/user'],
  '/api/auth/user/login': ['post /api/auth/user/login'],
  '/api/auth/user/refresh': [REFRESH],
  '/api/auth/user/logout': ['post /api/auth/user/logout'],
  '/api/auth/mfa/verify': [VERIFY],
  '/.well-known/jwks.json': ['get /.well-known/jwks.json'],
};

const CALL = /\bcreateClient\(|\b(?:auth|passkeys|external)\.[\w.]+\(|\/(?:api\/auth|\.well-known)\/[\w./-]*\w/g;

/** The endpoints that the sample app of a guide calls, sorted. */
export function endpointsCalledIn(document: string): string[] {
  const code = blocksOf(document).filter(({ language }) => /^tsx?$/.test(language));
  const calls = code.flatMap(({ text }) => text.match(CALL) ?? []);
  const endpoints = calls.flatMap((call) => {
    const known = ENDPOINTS[call];
    if (!known)
      throw new Error(`${document} calls ${call}: add its endpoint here, and its codes to the test of the guide.`);
    return known;
  });
  return [...new Set(endpoints)].sort();
}
