import { validate as isUuid, parse as parseUuid } from 'uuid';
import type { Fields } from '../record/fields.js';
import { type Omission, omission } from '../record/part.js';

const AAGUID_BYTES = 16;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

interface Passkey extends Record<string, unknown> {
  credential_id: string;
}

/** The passkeys of an identity. */
export interface KratosPasskeys {
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
