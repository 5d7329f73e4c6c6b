import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Passkey } from './passkey.entity.js';
import {
  descriptorOf,
  type OpenPasskeyChallenge,
  PASSKEY_SECONDS,
  type PasskeyCeremony,
  PasskeyChallenges,
  type PasskeyOptions,
} from './passkey-challenges.js';
import { Passkeys } from './passkeys.js';
import { isCrossOrigin, readAssertion, type SentCredential } from './sent-credential.js';

/** A used passkey, as a request has it. */
export interface PasskeyAnswer {
  challengeId: string;
  credential: SentCredential;
}

/** A use of a passkey, and whether the authenticator must verify the user by a PIN or biometrics. */
export interface AssertionCeremony extends PasskeyCeremony {
  verifiesUser: boolean;
}

/** A used passkey that was found right. */
export interface PasskeyProof {
  challenge: OpenPasskeyChallenge;
  passkey: Passkey;
  counter: number;
  synced: boolean;
}

/** A sign-in by a passkey alone. */
export const PASSKEY_LOGIN: AssertionCeremony = {
  purpose: 'passkey_login',
  uid: null,
  livesIn: 'nothing',
  verifiesUser: true,
};

/** Verifies uses of passkeys (WebAuthn Level 3, section 7.2). */
@Injectable()
export class PasskeyAssertion {
  constructor(
    private readonly env: Env,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
  ) {}

  /** @throws {ApiError} FACTOR_NOT_FOUND when the user has no passkey */
  async options(ceremony: AssertionCeremony): Promise<PasskeyOptions> {
    const { uid, verifiesUser } = ceremony;
    const own = uid === null ? [] : await this.passkeys.listUsable(uid);
    if (uid !== null && own.length === 0) throw new ApiError('FACTOR_NOT_FOUND');
    return this.challenges.create(ceremony, (challenge) =>
      generateAuthenticationOptions({
        rpID: this.env.passkeys.rpId,
        challenge,
        timeout: PASSKEY_SECONDS * 1_000,
        userVerification: verifiesUser ? 'required' : 'preferred',
        allowCredentials: own.map(descriptorOf),
      }),
    );
  }

  /**
   * For a sign-in, a passkey that the service does not know is the first thing to be checked: the client can then remove it.
   * @throws {ApiError} PASSKEY_NOT_FOUND, INVALID_CHALLENGE, INVALID_PASSKEY, which consumes the challenge
   */
  async verify({ challengeId, credential }: PasskeyAnswer, ceremony: AssertionCeremony): Promise<PasskeyProof> {
    const response = readAssertion(credential);
    const passkey = response && (await this.passkeys.findCredential(response.id));
    if (ceremony.uid === null && response && !passkey) throw new ApiError('PASSKEY_NOT_FOUND');
    const open = await this.challenges.find(challengeId, ceremony);
    return this.challenges.verify(open, async (challenge) => {
      if (!response) throw new Error('The credential is malformed.');
      if (!passkey) throw new Error('The passkey is unknown.');
      requireOwner(passkey, response, ceremony.uid);
      return { challenge: open, passkey, ...(await this.check(response, passkey, challenge, ceremony.verifiesUser)) };
    });
  }

  /**
   * Consumes the challenge and records the use. Returns whether the counter went back, which is a signal of a copied key, but no
   * proof. The user must be locked.
   * @throws {ApiError} INVALID_CHALLENGE; PASSKEY_NOT_FOUND when it was removed in the meantime
   */
  async consume({ challenge, passkey, counter, synced }: PasskeyProof): Promise<boolean> {
    await this.challenges.consume(challenge);
    return this.passkeys.recordUse(passkey, counter, synced);
  }

  private async check(
    response: AuthenticationResponseJSON,
    passkey: Passkey,
    challenge: string,
    verifiesUser: boolean,
  ) {
    if (isCrossOrigin(response.response.clientDataJSON)) throw new Error('The page is in a frame of another site.');
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: this.env.passkeys.origins,
      expectedRPID: this.env.passkeys.rpId,
      requireUserVerification: verifiesUser,
      // The library refuses a counter that went back; the service looks at it after all checks.
      credential: { id: passkey.credentialId, publicKey: isoBase64URL.toBuffer(passkey.publicKey), counter: 0 },
    });
    if (!verified) throw new Error('The signature is wrong.');
    const backupEligible = info.credentialDeviceType === 'multiDevice';
    if (backupEligible !== passkey.backupEligible) throw new Error('The backup eligibility has changed.');
    return { counter: info.newCounter, synced: info.credentialBackedUp };
  }
}

/** A sign-in without a user needs the handle; any other use accepts an authenticator that does not send it. */
function requireOwner(passkey: Passkey, { response }: AuthenticationResponseJSON, uid: string | null): void {
  const { userHandle } = response;
  if (uid !== null && passkey.uid !== uid) throw new Error('The passkey belongs to another user.');
  const optional = uid !== null && userHandle === undefined;
  if (!optional && userHandle !== passkey.handle) throw new Error('The user handle belongs to another user.');
}
