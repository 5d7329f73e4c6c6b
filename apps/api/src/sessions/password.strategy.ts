import { ApiError } from '@app/errors';
import { onBehalfOf } from '@app/events';
import { LazyMigration, LoginFailures, LoginThrottle } from '@app/flows';
import type { Authenticated } from '@app/users';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import { clientAddress } from '../wire/client.decorator.js';
import { HttpRequestActor } from '../wire/request-actor.interceptor.js';

/** What the log says of a failure. */
const REASONS = {
  unknown_email: 'unknown email',
  no_password: 'account without a password',
  wrong_password: 'wrong password',
};

/** Authenticates a login by the email and the password in its body. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'password') {
  constructor(
    private readonly signIns: LazyMigration,
    private readonly throttle: LoginThrottle,
    private readonly failures: LoginFailures,
  ) {
    super({
      usernameField: 'email',
      passwordField: 'password',
      session: false,
      passReqToCallback: true,
    });
  }

  /** @throws {ApiError} INVALID_CREDENTIALS; USER_DISABLED if the password is right; TOO_MANY_REQUESTS */
  validate(request: FastifyRequest, email: string, password: string): Promise<Authenticated> {
    return this.throttle.login(email, clientAddress(request), () => this.findUser(request, email, password));
  }

  private async findUser(request: FastifyRequest, email: string, password: string): Promise<Authenticated> {
    const actor = new HttpRequestActor(request);
    const attempt = await onBehalfOf(actor, () => this.signIns.authenticate(email, password));
    if ('user' in attempt) return attempt.user;
    const { uid, failure } = attempt;
    // Guards run before the RequestActorInterceptor, and a refused request never reaches it.
    await onBehalfOf(actor, () => this.failures.record(uid, failure));
    if (failure === 'disabled') throw new ApiError('USER_DISABLED');
    throw new ApiError('INVALID_CREDENTIALS', { reason: REASONS[failure] });
  }
}
