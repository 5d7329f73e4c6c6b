import { type ApiKey, ApiKeyStore } from '@app/clients';
import { type Passkey, Passkeys, type TotpFactor, TotpFactors } from '@app/factors';
import { Identities, type Identity } from '@app/federation';
import { Injectable } from '@nestjs/common';

/** The ways into an account that were added at a time or later. */
export interface Added {
  totp: TotpFactor[];
  passkeys: Passkey[];
  identities: Identity[];
  /** All of the user: no time counts for them. */
  apiKeys: ApiKey[];
}

/** Finds what was added to an account. */
@Injectable()
export class AddedAccess {
  constructor(
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly identities: Identities,
    private readonly apiKeys: ApiKeyStore,
  ) {}

  /** @param time in seconds since the UNIX epoch; 0 for all */
  async since(uid: string, time: number): Promise<Added> {
    const isNewer = (added: TotpFactor | Passkey | Identity) => addedAt(added) >= time;
    return {
      totp: (await this.totp.list(uid)).filter(isNewer),
      passkeys: (await this.passkeys.list(uid)).filter(isNewer),
      identities: (await this.identities.list(uid)).filter(isNewer),
      apiKeys: await this.apiKeys.ofUser(uid),
    };
  }
}

/** When something became a way in: an authenticator app with its first code. */
function addedAt(added: TotpFactor | Passkey | Identity): number {
  return 'confirmedAt' in added ? (added.confirmedAt ?? added.createdAt) : added.createdAt;
}
