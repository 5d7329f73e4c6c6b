import { onBehalfOf } from '@app/events';
import { PasswordLogin } from '@app/flows';
import type { Authenticated } from '@app/users';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import { clientAddress } from '../wire/proxies.js';
import { HttpRequestActor } from '../wire/request-actor.interceptor.js';

/** Authenticates a login by the email and the password in its body. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'password') {
  constructor(private readonly login: PasswordLogin) {
    super({
      usernameField: 'email',
      passwordField: 'password',
      session: false,
      passReqToCallback: true,
    });
  }

  /** @throws {ApiError} INVALID_CREDENTIALS; USER_DISABLED if the password is right; TOO_MANY_REQUESTS */
  validate(request: FastifyRequest, email: string, password: string): Promise<Authenticated> {
    // Guards run before the RequestActorInterceptor, and a refused request never reaches it.
    const attempt = () => this.login.authenticate(email, password, clientAddress(request));
    return onBehalfOf(new HttpRequestActor(request), attempt);
  }
}
