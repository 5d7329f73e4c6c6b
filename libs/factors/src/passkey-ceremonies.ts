import { randomBytes } from 'node:crypto';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { type HomeOf, type OneTimeToken, OneTimeTokens, type OpenToken, type Purpose } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { ALGORITHMS, type NewPasskey, type Passkey, Passkeys } from './passkeys.js';

/** How long the user has to answer, in seconds. */
const PASSKEY_SECONDS = 300;
const CHALLENGE_BYTES = 32;

/** What a challenge may be used for: the same when it is created and when it is used. */
interface PasskeyCeremony {
  purpose: Extract<Purpose, `passkey_${string}`>;
  /** Null for a sign-in, which any user may finish. */
  uid: string | null;
  /** The sign-in or the session that asks for the passkey, the only one that can answer; nothing if it may be any. */
  livesIn: HomeOf<PasskeyCeremony['purpose']>;
}

/** The sealed content of a challenge. */
interface Content {
  /** In base64url. */
  challenge: string;
}

type OpenPasskeyChallenge = OpenToken<Content>;

/** A new challenge, and the options for the browser that contain it. */
export interface PasskeyOptions {
  challengeId: string;
  /** For `navigator.credentials`, as JSON (WebAuthn Level 3, section 5.1.8). */
  options: object;
  /** In seconds since the UNIX epoch. */
  expiresAt: number;
}

/** The challenges of passkeys: 256 random bits, used once, by one conditional update. */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly tokens: OneTimeTokens) {}

  /** @param optionsFor makes the options that contain the challenge */
  async create(
    { purpose, uid, livesIn }: PasskeyCeremony,
    optionsFor: (challenge: Uint8Array<ArrayBuffer>) => Promise<object>,
  ): Promise<PasskeyOptions> {
    const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
    const data: Content = { challenge: Buffer.from(challenge).toString('base64url') };
    const made = { purpose, uid, livesIn, data, lifetime: PASSKEY_SECONDS };
    const { token, expiresAt } = await this.tokens.create(made);
    return { challengeId: token, options: await optionsFor(challenge), expiresAt };
  }

  /** @throws {ApiError} INVALID_CHALLENGE when it is unknown, used, expired, or was made for something else */
  async find(challengeId: string, { purpose, uid, livesIn }: PasskeyCeremony): Promise<OpenPasskeyChallenge> {
    const found = await this.tokens.open<Content>(challengeId, purpose);
    const home = livesIn === 'nothing' ? null : 'session' in livesIn ? livesIn.session : livesIn.token;
    if (found?.uid !== uid || (found.sessionId ?? found.parentHash) !== home) throw new ApiError('INVALID_CHALLENGE');
    return found;
  }

  /**
   * Verifies a credential. A failed one consumes its challenge.
   * @param verify throws for a wrong credential
   * @throws {ApiError} INVALID_PASSKEY
   */
  async verify<T>(open: OpenPasskeyChallenge, verify: (challenge: string) => Promise<T>): Promise<T> {
    try {
      return await verify(open.data.challenge);
    } catch (cause) {
      await this.tokens.consume(open);
      throw new ApiError('INVALID_PASSKEY', undefined, { cause });
    }
  }

  /** To be called in the transaction that uses the credential. @throws {ApiError} INVALID_CHALLENGE */
  async consume(open: OpenPasskeyChallenge, after?: OneTimeToken): Promise<void> {
    if (!(await this.tokens.consume(open, { after }))) throw new ApiError('INVALID_CHALLENGE');
  }
}

/** How options name a passkey. The transports let the browser ask for the right device. */
function descriptorOf({ credentialId, transports }: Passkey): { id: string; transports?: string[] } {
  return { id: credentialId, ...(transports !== '' && { transports: transports.split(',') }) };
}

/** A credential as a client sent it: any JSON object. */
export type SentCredential = Readonly<Record<string, unknown>>;

/** WebAuthn Level 3, section 7.1, step 25. */
const MOST_ID_BYTES = 1_023;
const BASE64URL = /^[\w-]+$/;
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** The parts of a new credential that the service needs; undefined if it is malformed. */
function readRegistration(sent: SentCredential): RegistrationResponseJSON | undefined {
  const id = idOf(sent);
  const { clientDataJSON, attestationObject, transports } = objectOf(sent.response);
  if (id === undefined || !isBase64Url(clientDataJSON) || !isBase64Url(attestationObject)) return undefined;
  const known = TRANSPORTS.filter((name) => Array.isArray(transports) && transports.includes(name));
  const response = { clientDataJSON, attestationObject, transports: known };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

/** The parts of a used credential that the service needs; undefined if it is malformed. */
function readAssertion(sent: SentCredential): AuthenticationResponseJSON | undefined {
  const id = idOf(sent);
  const { clientDataJSON, authenticatorData, signature, userHandle } = objectOf(sent.response);
  if (id === undefined || !isBase64Url(clientDataJSON)) return undefined;
  if (!isBase64Url(authenticatorData) || !isBase64Url(signature)) return undefined;
  // A browser sends null, or nothing, if the authenticator does not store the handle.
  const handle = userHandle ?? undefined;
  if (handle !== undefined && !isBase64Url(handle)) return undefined;
  const response = { clientDataJSON, authenticatorData, signature, userHandle: handle };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

/** Whether the page was in a frame of another site, which could make the user click unknowingly. */
function isCrossOrigin(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return crossOrigin === true || topOrigin !== undefined;
}

function idOf({ id, rawId, type }: SentCredential): string | undefined {
  const fits = isBase64Url(id) && id === rawId && type === 'public-key';
  return fits && Buffer.byteLength(id, 'base64url') <= MOST_ID_BYTES ? id : undefined;
}

/** Only the canonical form, so that one credential has one text. */
function isBase64Url(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    BASE64URL.test(value) &&
    Buffer.from(value, 'base64url').toString('base64url') === value
  );
}

function objectOf(value: unknown): SentCredential {
  return typeof value === 'object' && value !== null ? (value as SentCredential) : {};
}

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
   * @param after the token of the sign-in in which the challenge lives, if the transaction has consumed it before
   * @throws {ApiError} INVALID_CHALLENGE; PASSKEY_NOT_FOUND when it was removed in the meantime
   */
  async consume({ challenge, passkey, counter, synced }: PasskeyProof, after?: OneTimeToken): Promise<boolean> {
    await this.challenges.consume(challenge, after);
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

/** What a new passkey begins in. */
export type RegistrationHome = HomeOf<'passkey_registration'>;

/** A user who adds a passkey. */
interface PasskeyOwner {
  uid: string;
  /** Shown by the authenticator. */
  email: string;
  /** The user handle, in base64url. */
  handle: string;
}

/** A new credential that was found right. */
interface VerifiedRegistration {
  challenge: OpenPasskeyChallenge;
  /** All but the owner and the name. */
  credential: Omit<NewPasskey, 'handle' | 'name'>;
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
