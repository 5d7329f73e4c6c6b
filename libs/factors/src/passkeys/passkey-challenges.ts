import { randomBytes } from 'node:crypto';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type { ChallengePurpose } from '../challenges/challenge.entity.js';
import { ChallengeStore, type OpenChallenge } from '../challenges/challenge-store.js';
import type { Passkey } from './passkey.entity.js';

/** How long the user has to answer, in seconds. */
export const PASSKEY_SECONDS = 300;
const CHALLENGE_BYTES = 32;

/** What a challenge may be used for: the same when it is created and when it is used. */
export interface PasskeyCeremony {
  purpose: Extract<ChallengePurpose, `passkey_${string}`>;
  /** Null for a sign-in, which any user may finish. */
  uid: string | null;
  /** The sign-in or the session that asks for the passkey; empty if it may be any. */
  boundTo: string;
  /** The session in which it begins, with which it ends; left out for a ceremony that begins in none. */
  sessionId?: string;
}

/** The sealed content of a challenge. */
interface Content {
  /** In base64url. */
  challenge: string;
  boundTo: string;
}

export type OpenPasskeyChallenge = OpenChallenge<Content>;

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
  constructor(private readonly challenges: ChallengeStore) {}

  /** @param optionsFor makes the options that contain the challenge */
  async create(
    { purpose, uid, boundTo, sessionId }: PasskeyCeremony,
    optionsFor: (challenge: Uint8Array<ArrayBuffer>) => Promise<object>,
  ): Promise<PasskeyOptions> {
    const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
    const data: Content = { challenge: Buffer.from(challenge).toString('base64url'), boundTo };
    const challengeOf = { purpose, uid, sessionId, data, lifetime: PASSKEY_SECONDS };
    const { token, expiresAt } = await this.challenges.create(challengeOf);
    return { challengeId: token, options: await optionsFor(challenge), expiresAt };
  }

  /** @throws {ApiError} INVALID_CHALLENGE when it is unknown, used, expired, or was made for something else */
  async find(challengeId: string, { purpose, uid, boundTo }: PasskeyCeremony): Promise<OpenPasskeyChallenge> {
    const found = await this.challenges.find<Content>(challengeId, purpose);
    if (found?.uid !== uid || found.data.boundTo !== boundTo) throw new ApiError('INVALID_CHALLENGE');
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
      await this.challenges.consume(open);
      throw new ApiError('INVALID_PASSKEY', undefined, { cause });
    }
  }

  /** To be called in the transaction that uses the credential. @throws {ApiError} INVALID_CHALLENGE */
  async consume(open: OpenPasskeyChallenge): Promise<void> {
    if (!(await this.challenges.consume(open))) throw new ApiError('INVALID_CHALLENGE');
  }
}

/** How options name a passkey. The transports let the browser ask for the right device. */
export function descriptorOf({ credentialId, transports }: Passkey): { id: string; transports?: string[] } {
  return { id: credentialId, ...(transports !== '' && { transports: transports.split(',') }) };
}
