import { parseUrl } from '@app/config';
import { normaliseEmail } from '@app/users';
import { validate as isUuid, parse as parseUuid } from 'uuid';
import { Fields } from '../fields.js';
import { firebaseHash, type Omission, omission, type Part, type Source, type TotpFields, userOf } from '../source.js';

const AAGUID_BYTES = 16;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

interface Passkey extends Record<string, unknown> {
  credential_id: string;
}

/** The passkeys of an identity. */
interface KratosPasskeys {
  passkeys: Passkey[];
  /** Whether one of them was a second factor, without which a password did not sign in. */
  isSecondFactor: boolean;
  omissions: Omission[];
}

/**
 * Reads the credentials of the methods `passkey` and `webauthn`. Their bytes are in Base64.
 * @param id of the identity
 * @param rpId the relying party id, which Kratos has in its configuration only
 */
export function readPasskeys(id: string, credentials: Fields | undefined, rpId: string | undefined): KratosPasskeys {
  // Two methods may have the same key.
  const found = new Map<string, Passkey>();
  const omissions: Omission[] = [];
  let isSecondFactor = false;
  for (const method of ['webauthn', 'passkey']) {
    const config = credentials?.object(method)?.object('config');
    const handle = base64url(config?.text('user_handle')) ?? firstHandleOf(id);
    for (const credential of config?.objects('credentials') ?? []) {
      const problem = problemOf(credential, rpId);
      if (problem === undefined) {
        const passkey = { ...toPasskey(credential), handle, rp_id: rpId };
        found.set(passkey.credential_id, passkey);
        isSecondFactor ||= method === 'webauthn' && !credential.flag('is_passwordless');
      } else omissions.push(omission('INVALID_FACTOR', problem));
    }
  }
  return { passkeys: [...found.values()], isSecondFactor, omissions };
}

function problemOf(credential: Fields, rpId: string | undefined): string | undefined {
  if (rpId === undefined) return 'A passkey needs --rp-id, the host name for which it was made.';
  return flagsOf(credential) ? undefined : 'A passkey without its flags cannot be imported: an older Kratos made it.';
}

function toPasskey(credential: Fields): Passkey {
  const authenticator = credential.object('authenticator');
  return {
    credential_id: base64url(credential.requiredText('id')) ?? '',
    public_key: base64url(credential.requiredText('public_key')),
    counter: authenticator?.integer('sign_count'),
    backup_eligible: flagsOf(credential)?.flag('backup_eligible') ?? false,
    synced: flagsOf(credential)?.flag('backup_state') ?? false,
    transports: TRANSPORTS.filter((name) => credential.texts('transport').includes(name)),
    aaguid: aaguidOf(authenticator?.text('aaguid')),
    name: credential.text('display_name'),
  };
}

const flagsOf = (credential: Fields) => credential.object('flags');

const base64url = (base64: string | undefined) => base64 && Buffer.from(base64, 'base64').toString('base64url');

/** The handle that the first versions of Kratos used without storing it. */
const firstHandleOf = (id: string) => (isUuid(id) ? Buffer.from(parseUuid(id)).toString('base64url') : undefined);

/** Zeros, too, which are no UUID, mean an unknown model. */
function aaguidOf(base64 = ''): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  const isKnown = bytes.length === AAGUID_BYTES && bytes.some((byte) => byte !== 0);
  return isKnown ? bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined;
}

const NONE = Fields.of({});

/** Identities of the admin API of Ory Kratos, with their credentials. */
export const kratos: Source = {
  marks: ['traits', 'schema_id'],
  lists: ['identities'],
  convert(record, options): Part {
    const id = record.requiredText('id');
    const { email: _email, ...traits } = record.object('traits')?.plain ?? {};
    const credentials = record.object('credentials') ?? NONE;
    const configOf = (type: string) => credentials.object(type)?.object('config') ?? NONE;
    const { passkeys, isSecondFactor, omissions } = readPasskeys(id, credentials, options.rpId);
    return userOf(
      id,
      {
        ...addressOf(record),
        password_hash: hashOf(configOf('password')),
        active: record.text('state') !== 'inactive',
        created_at: record.time('created_at'),
        metadata: traits,
        claims: record.object('metadata_public')?.plain,
        totp: totpOf(configOf('totp')),
        passkeys,
        // An authenticator app is asked for anyway.
        mfa_enabled: isSecondFactor || undefined,
        identities: configOf('oidc')
          .objects('providers')
          .map((provider) => ({
            provider: provider.requiredText('provider'),
            subject: provider.requiredText('subject'),
          })),
      },
      omissions,
    );
  },
};

/** The trait "email", or the first address that Kratos verifies. */
function addressOf(record: Fields): { email?: string; email_verified: boolean } {
  const addresses = record.objects('verifiable_addresses').filter((each) => each.text('via') === 'email');
  const email = record.object('traits')?.text('email') ?? addresses[0]?.text('value');
  const own = addresses.find((each) => formOf(each.text('value')) === formOf(email));
  return { email, email_verified: own?.flag('verified') ?? false };
}

/** Kratos may write the domain of one address by its A-label, and of the other in Unicode. */
function formOf(email = ''): string {
  return normaliseEmail(email) ?? email;
}

function totpOf(config: Fields): TotpFields[] | undefined {
  const url = config.text('totp_url');
  if (url === undefined) return undefined;
  const parameters = parseUrl(url)?.searchParams ?? new URLSearchParams();
  const secret = parameters.get('secret');
  if (secret === null) throw config.wrong('totp_url', 'an otpauth URL with a secret');
  const numberOf = (name: string) => (parameters.has(name) ? Number(parameters.get(name)) : undefined);
  const algorithm = parameters.get('algorithm') ?? undefined;
  return [{ secret, encoding: 'base32', algorithm, digits: numberOf('digits'), period: numberOf('period') }];
}

function hashOf(config: Fields): string | undefined {
  const hash = config.text('hashed_password');
  const firebase = /^\$firescrypt\$ln=(\d+),r=(\d+),p=1\$([^$]+)\$([^$]+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '');
  if (firebase) {
    const [, memCost, rounds, salt = '', digest = '', saltSeparator = '', signerKey = ''] = firebase;
    return firebaseHash({ memCost: Number(memCost), rounds: Number(rounds), saltSeparator, signerKey }, salt, digest);
  }
  // Kratos writes the cost N of scrypt as "ln", where the PHC form has its logarithm.
  return hash?.replace(/^\$scrypt\$ln=(\d{3,})/, (_all, cost) => `$scrypt$ln=${Math.log2(Number(cost))}`);
}
