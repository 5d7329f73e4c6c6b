import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { type CanActivate, Injectable } from '@nestjs/common';

/** With `SIGN_UP=off`, refuses every sign-up before its body is read: neither the answer nor its time says whether an account exists. */
@Injectable()
export class SignUpGuard implements CanActivate {
  constructor(private readonly env: Env) {}

  canActivate(): boolean {
    if (this.env.signUp) return true;
    throw new ApiError('SIGN_UP_NOT_ALLOWED', 'Only an administrator can create an account.', {
      reason: 'SIGN_UP=off',
    });
  }
}
