import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import type { SoftPasskey } from '../support/factors/authenticator.js';
import { ORIGIN, passkeyLogin, passkeyUser, RP_ID } from '../support/factors/factors.js';
import { exportText } from '../support/imports/ndjson.js';
import { PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

const settings = { PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN };
const app = useApp({ BCRYPT_COST: '4', ...settings });
const HASH = hashSync(PASSWORD, 4);

let cli: Cli;
beforeAll(() => {
  cli = new Cli({ DATABASE_URL: app.database.url, BCRYPT_COST: '4', BASE_URL: 'http://localhost:3000', ...settings });
});
afterAll(() => cli.remove());

const base64 = (base64url: string) => Buffer.from(base64url, 'base64url').toString('base64');

interface Moved {
  uid: string;
  email: string;
  passkey: SoftPasskey;
  /** The credential in the form of Kratos. */
  credential: object;
  handle: string;
}

/** A passkey that an authenticator made, and a user whom this service no longer has. */
async function movedUser(): Promise<Moved> {
  const { uid, email, passkey } = await passkeyUser(app, { counter: 2, be: true, bs: true });
  const lines = (await exportText(app, '?include_factors=true')).trim().split('\n');
  const user = lines.map((line) => JSON.parse(line)).find((each) => each.uid === uid);
  const [stored] = user.passkeys;
  expect((await app.admin('DELETE', `/users/${uid}`)).status).toBe(200);
  const credential = {
    id: base64(stored.credential_id),
    public_key: base64(stored.public_key),
    attestation_type: 'none',
    authenticator: { aaguid: base64(Buffer.alloc(16).toString('base64url')), sign_count: 2, clone_warning: false },
    display_name: 'Phone',
    added_at: '2024-08-17T10:18:55Z',
    is_passwordless: true,
    flags: { user_present: true, user_verified: true, backup_eligible: true, backup_state: true },
    transport: ['internal', 'hybrid'],
  };
  return { uid, email, passkey, credential, handle: base64(stored.handle) };
}

/** An identity as the admin API of Kratos shows it. */
const identityOf = ({ uid, email, handle }: Moved, method: string, credentials: object[]) => ({
  id: uid,
  schema_id: 'default',
  state: 'active',
  traits: { email },
  verifiable_addresses: [{ value: email, verified: true, via: 'email', status: 'completed' }],
  credentials: {
    password: { type: 'password', config: { hashed_password: HASH } },
    [method]: { type: method, identifiers: [handle], config: { credentials, user_handle: handle }, version: 1 },
  },
});

async function importIdentities(identities: object[], words = ['--rp-id', RP_ID]) {
  writeFileSync(join(cli.folder, 'identities.json'), JSON.stringify(identities));
  return cli.run(['import', '--from', 'kratos', 'identities.json', '--json', ...words]);
}

describe('a user of Kratos', () => {
  it('signs in by a passkey after the import, whose counter and flags remain', async () => {
    const user = await movedUser();
    const { code, json } = await importIdentities([identityOf(user, 'passkey', [user.credential])]);
    expect({ code, json }).toMatchObject({ code: 0, json: { created: 1, failed: 0, left_out: [] } });
    const { status, json: session } = await passkeyLogin(app, user.passkey, { counter: 3 });
    expect({ status, uid: session.uid }).toEqual({ status: 200, uid: user.uid });
    const [stored] = await app.sql('SELECT transports, counter, synced, name FROM passkeys WHERE uid = ?', [user.uid]);
    expect(stored).toEqual({ transports: 'hybrid,internal', counter: 3, synced: 1, name: 'Phone' });
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it('still needs a security key that was a second factor', async () => {
    const user = await movedUser();
    const key = { ...user.credential, is_passwordless: false };
    expect((await importIdentities([identityOf(user, 'webauthn', [key])])).json).toMatchObject({ created: 1 });
    const first = await app.login(user.email, PASSWORD);
    expect(first.code).toBe('MFA_REQUIRED');
    const { mfa_token } = first.json;
    const { challenge_id, options } = (await app.post('/api/auth/mfa/passkey/options', { mfa_token })).json;
    const credential = user.passkey.get(options, { counter: 3, uv: false, handle: null });
    const second = await app.post('/api/auth/mfa/verify', { mfa_token, challenge_id, credential });
    expect(second.status).toBe(200);
  });

  it('comes without a passkey that cannot be used here, and the report says why', async () => {
    const user = await movedUser();
    const wrong = [
      { ...user.credential, id: base64('b3RoZXI'), public_key: 'AAAA' },
      { ...user.credential, id: base64('b2xkZXI'), flags: undefined },
    ];
    const identities = [identityOf(user, 'webauthn', wrong)];
    const dry = await importIdentities(identities, ['--rp-id', RP_ID, '--dry-run']);
    const { code, json } = await importIdentities(identities);
    expect({ ...dry.json, batch_id: null }).toEqual({ ...json, batch_id: null });
    expect({ code, json }).toMatchObject({ code: 0, json: { created: 1, failed: 0 } });
    expect(json.left_out.map(({ message }: { message: string }) => message)).toEqual([
      'A passkey without its flags cannot be imported: an older Kratos made it.',
      'A second factor is left out. passkeys.public_key must be a COSE key for ES256, EdDSA or RS256.',
    ]);
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it('cannot be imported with a relying party id that is no host name', async () => {
    const { code, failure } = await importIdentities([{}], ['--rp-id', 'https://example.com']);
    expect({ code, failure }).toMatchObject({ code: 2, failure: { code: 'INVALID_REQUEST' } });
  });
});
