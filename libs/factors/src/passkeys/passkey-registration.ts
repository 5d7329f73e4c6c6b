import { Env } from '@app/config';
import type { HomeOf } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import {
  descriptorOf,
  type OpenPasskeyChallenge,
  PASSKEY_SECONDS,
  type PasskeyCeremony,
  PasskeyChallenges,
  type PasskeyOptions,
} from './passkey-challenges.js';
import { type NewPasskey, Passkeys } from './passkeys.js';
import { isCrossOrigin, readRegistration, type SentCredential } from './sent-credential.js';

/** ES256, EdDSA and RS256 (RFC 9053, RFC 8812), the preferred one first. */
const ALGORITHMS = [-7, -8, -257];

/** What a new passkey begins in. */
export type RegistrationHome = HomeOf<'passkey_registration'>;

/** A user who adds a passkey. */
export interface PasskeyOwner {
  uid: string;
  /** Shown by the authenticator. */
  email: string;
  /** The user handle, in base64url. */
  handle: string;
}

/** A new credential that was found right. */
export interface VerifiedRegistration {
  challenge: OpenPasskeyChallenge;
  /** All but the owner and the name. */
  credential: Omit<NewPasskey, 'uid' | 'handle' | 'name'>;
}

/** Adds passkeys (WebAuthn Level 3, section 7.1). */
@Injectable()
export class PasskeyRegistration {
  constructor(
    private readonly env: Env,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
  ) {}

  /** @param home the session or the sign-in that asks, the only one that can add the passkey @throws {ApiError} FACTOR_LIMIT_REACHED */
  async options({ uid, email, handle }: PasskeyOwner, home: RegistrationHome): Promise<PasskeyOptions> {
    const { passkeys, appName } = this.env;
    await this.passkeys.requireRoom(uid);
    const known = await this.passkeys.listUsable(uid);
    return this.challenges.create(ceremonyOf(uid, home), (challenge) =>
      generateRegistrationOptions({
        rpName: appName,
        rpID: passkeys.rpId,
        userName: email,
        userDisplayName: email,
        userID: isoBase64URL.toBuffer(handle),
        challenge,
        timeout: PASSKEY_SECONDS * 1_000,
        attestationType: 'none',
        excludeCredentials: known.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
  }

  /** @throws {ApiError} INVALID_CHALLENGE, INVALID_PASSKEY, which consumes the challenge */
  async verify(
    uid: string,
    home: RegistrationHome,
    challengeId: string,
    sent: SentCredential,
  ): Promise<VerifiedRegistration> {
    const open = await this.challenges.find(challengeId, ceremonyOf(uid, home));
    const credential = await this.challenges.verify(open, (challenge) => this.check(sent, challenge));
    return { challenge: open, credential };
  }

  /** Uses the challenge of a verified credential up. The user must be locked. @throws {ApiError} INVALID_CHALLENGE */
  spend({ challenge }: VerifiedRegistration): Promise<void> {
    return this.challenges.consume(challenge);
  }

  /** Stores a verified credential whose challenge is used up. The user must be locked. @throws {ApiError} PASSKEY_EXISTS, FACTOR_LIMIT_REACHED */
  async add({ credential }: VerifiedRegistration, owner: { uid: string; handle: string }, name: string) {
    await this.passkeys.requireRoom(owner.uid);
    return this.passkeys.add({ ...credential, uid: owner.uid, handle: owner.handle, name });
  }

  private async check(sent: SentCredential, expectedChallenge: string): Promise<VerifiedRegistration['credential']> {
    const response = readRegistration(sent);
    if (!response) throw new Error('The credential is malformed.');
    const { clientDataJSON, attestationObject, transports = [] } = response.response;
    if (isCrossOrigin(clientDataJSON)) throw new Error('The page is in a frame of another site.');
    requireNoCertificates(attestationObject);
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: this.env.passkeys.origins,
      expectedRPID: this.env.passkeys.rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || info.credential.id !== response.id) throw new Error('The credential is wrong.');
    const { credential, credentialDeviceType, credentialBackedUp, aaguid } = info;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      rpId: this.env.passkeys.rpId,
      backupEligible: credentialDeviceType === 'multiDevice',
      synced: credentialBackedUp,
      transports: transports.join(),
      aaguid,
    };
  }
}

function ceremonyOf(uid: string, livesIn: RegistrationHome): PasskeyCeremony {
  return { purpose: 'passkey_registration', uid, livesIn };
}

/**
 * The service asks for no attestation, and browsers then send none, or one that the passkey signs itself. The verification of
 * certificates would load revocation lists from addresses that the client chooses.
 */
function requireNoCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const [format, statement] = [decoded.get('fmt'), decoded.get('attStmt')];
  const own = format === 'packed' && statement.get('x5c') === undefined;
  if (format !== 'none' && !own) throw new Error('The credential has an attestation.');
}
