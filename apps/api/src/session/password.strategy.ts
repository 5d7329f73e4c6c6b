import type { Authenticated } from '@app/users';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import { LoginThrottle } from '../access/login-throttle.js';
import { SessionService } from './session.service.js';

/** Email and password out of the body of a login. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'password') {
  constructor(
    private readonly sessions: SessionService,
    private readonly throttle: LoginThrottle,
  ) {
    super({
      usernameField: 'email',
      passwordField: 'password',
      session: false,
    });
  }

  validate(email: string, password: string): Promise<Authenticated> {
    return this.throttle.login(email, () => this.sessions.authenticate(email, password));
  }
}
