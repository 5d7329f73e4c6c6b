import { type Authenticated, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';

/** Email and password out of the body of a login. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'password') {
  constructor(private readonly users: UsersService) {
    super({
      usernameField: 'email',
      passwordField: 'password',
      session: false,
    });
  }

  validate(email: string, password: string): Promise<Authenticated> {
    return this.users.authenticate(email, password);
  }
}
