import type { Fields } from '../record/fields.js';
import { type Omission, omission } from '../record/part.js';

/** Reads the configurations of the methods `passkey` and `webauthn`. Their bytes are in Base64. */
export function readPasskeys(configs: Fields[], rpId: string | undefined) {
  const passkeys: Record<string, unknown>[] = [];
  const omissions: Omission[] = [];
  for (const config of configs) {
    for (const credential of config.objects('credentials')) {
      const problem = problemOf(credential, rpId);
      if (problem === undefined) passkeys.push(toPasskey(config, credential, rpId));
      else omissions.push(omission('INVALID_FACTOR', problem));
    }
  }
  return { passkeys, omissions };
}

function problemOf(credential: Fields, rpId: string | undefined): string | undefined {
  if (rpId === undefined) return 'A passkey needs --rp-id, the host name for which it was made.';
  return flagsOf(credential) ? undefined : 'A passkey without its flags cannot be imported: an older Kratos made it.';
}

function toPasskey(config: Fields, credential: Fields, rpId: string | undefined): Record<string, unknown> {
  const authenticator = credential.object('authenticator');
  return {
    credential_id: base64url(credential.requiredText('id')),
    public_key: base64url(credential.requiredText('public_key')),
    handle: base64url(config.requiredText('user_handle')),
    rp_id: rpId,
    counter: authenticator?.integer('sign_count'),
    backup_eligible: flagsOf(credential)?.flag('backup_eligible') ?? false,
    synced: flagsOf(credential)?.flag('backup_state') ?? false,
    name: credential.text('display_name'),
  };
}

const flagsOf = (credential: Fields) => credential.object('flags');

const base64url = (base64: string) => Buffer.from(base64, 'base64').toString('base64url');
