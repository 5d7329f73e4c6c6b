import type { Passkey, SentCredential } from '@app/factors';
import type { AddedPasskey, OwnPasskeys } from '@app/flows';
import { Time } from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';
import { ChallengeId, Credential } from '../wire/passkey-fields.js';
import { EnrolledFactor, toEnrolledFactor } from './factor-views.dto.js';
import { OptionalName } from './factors.dto.js';

export class PasskeyLoginRequest {
  @ChallengeId()
  challenge_id!: string;

  @Credential()
  credential!: SentCredential;
}

export class PasskeyRequest extends PasskeyLoginRequest {
  @OptionalName()
  name?: string;
}

/** With the `mfa_token` of a sign-in that had to wait for a factor, the answer has its tokens, too. */
export class AddedPasskeyView extends EnrolledFactor {
  @ApiProperty({ format: 'uuid' })
  passkey_id!: string;

  @ApiProperty({ description: 'The given name, or that of the authenticator or browser.' })
  name!: string;
}

export function toAddedPasskey({ passkey: { passkeyId, name }, enrolled }: AddedPasskey): AddedPasskeyView {
  return { passkey_id: passkeyId, name, ...toEnrolledFactor(enrolled) };
}

export class PasskeyView {
  @ApiProperty({ format: 'uuid' })
  passkey_id!: string;

  @ApiProperty({ description: 'The id that the browser knows it by, in base64url.' })
  credential_id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ description: 'Whether the authenticator has copied it to other devices.' })
  synced!: boolean;

  @ApiProperty({ type: [String], description: 'How the browser reaches the authenticator.' })
  transports!: string[];

  @Time()
  created_at!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'UNIX epoch seconds.' })
  last_used_at!: number | null;
}

export function toPasskeyView(passkey: Passkey): PasskeyView {
  const { passkeyId, credentialId, name, synced, transports, createdAt, lastUsedAt } = passkey;
  return {
    passkey_id: passkeyId,
    credential_id: credentialId,
    name,
    synced,
    transports: transports === '' ? [] : transports.split(','),
    created_at: createdAt,
    last_used_at: lastUsedAt,
  };
}

export class OwnPasskeysView {
  @ApiProperty({ description: 'The domain of new passkeys, for the signals of the browser.' })
  rp_id!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'In base64url; null before the first passkey.' })
  user_handle!: string | null;

  @ApiProperty({ type: [PasskeyView], description: 'Oldest first.' })
  passkeys!: PasskeyView[];
}

export function toOwnPasskeys({ rpId, userHandle, passkeys }: OwnPasskeys): OwnPasskeysView {
  return { rp_id: rpId, user_handle: userHandle, passkeys: passkeys.map(toPasskeyView) };
}
