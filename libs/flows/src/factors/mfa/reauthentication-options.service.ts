import type { CallerIdentity } from '@app/auth';
import { PasskeyAssertion, type PasskeyOptions } from '@app/factors';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../../access/factor-methods.js';
import { StaleTokens } from '../../access/stale-tokens.js';
import { type IssuedCode, LinkMailer } from '../../links/link-mailer.js';
import { passkeyReauthentication } from './passkey-ceremonies.js';

/** The methods of a new proof that need a request first. */
export const OPTION_METHODS = ['passkey', 'email_code'] as const;
export type OptionMethod = (typeof OPTION_METHODS)[number];

/** What a new proof needs, by its method. */
export type ReauthenticationOptions = { passkey: PasskeyOptions } | { code: IssuedCode };

/** How a request wants to prove who its user is. */
interface OptionsRequest {
  method: OptionMethod;
  userAgent: string;
}

/** Prepares the new proof of a signed-in user. */
@Injectable()
export class ReauthenticationOptionsService {
  constructor(
    private readonly methods: FactorMethods,
    private readonly mailer: LinkMailer,
    private readonly stale: StaleTokens,
    private readonly assertion: PasskeyAssertion,
  ) {}

  /** @throws {ApiError} FACTOR_NOT_FOUND, EMAIL_NOT_CONFIGURED, INVALID_REQUEST, NOT_AUTHENTICATED, TOO_MANY_REQUESTS */
  async prepare(caller: CallerIdentity, { method, userAgent }: OptionsRequest): Promise<ReauthenticationOptions> {
    if (method === 'passkey') return { passkey: await this.assertion.options(passkeyReauthentication(caller)) };
    return { code: await this.mailCode(caller, userAgent) };
  }

  /** A mailbox is no second factor: a code does only for a user who has nothing else. */
  private async mailCode(caller: CallerIdentity, userAgent: string): Promise<IssuedCode> {
    this.mailer.requireConfigured();
    const { email } = await this.stale.transaction(caller, async (user) => {
      await this.methods.requireEmailCode(user.uid);
      return user;
    });
    await this.mailer.count(email);
    return this.stale.transaction(caller, ({ uid, email }) =>
      this.mailer.sendCode({
        purpose: 'reauthenticate',
        uid,
        email,
        livesIn: { session: caller.sessionId },
        userAgent,
      }),
    );
  }
}
