import { randomBytes } from 'node:crypto';
import { ApiError } from '@app/errors';
import { type HomeOf, OneTimeTokens, type OpenToken, type Purpose } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import type { Passkey } from './passkey.entity.js';

/** How long the user has to answer, in seconds. */
export const PASSKEY_SECONDS = 300;
const CHALLENGE_BYTES = 32;

/** What a challenge may be used for: the same when it is created and when it is used. */
export interface PasskeyCeremony {
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

export type OpenPasskeyChallenge = OpenToken<Content>;

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
  async consume(open: OpenPasskeyChallenge): Promise<void> {
    if (!(await this.tokens.consume(open))) throw new ApiError('INVALID_CHALLENGE');
  }
}

/** How options name a passkey. The transports let the browser ask for the right device. */
export function descriptorOf({ credentialId, transports }: Passkey): { id: string; transports?: string[] } {
  return { id: credentialId, ...(transports !== '' && { transports: transports.split(',') }) };
}
