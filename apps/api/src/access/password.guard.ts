import { ApiError, failsWith, RequestValidationPipe } from '@app/errors';
import { Text } from '@app/flows';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { IsNotEmpty } from 'class-validator';
import { readBody } from '../http/body/read-body.js';
import { type CookieRequest, refuseTokenInBody } from './session-cookie.js';

/** passport-local looks for an empty field in the query string. */
const NotEmpty = () => IsNotEmpty(failsWith('INVALID_CREDENTIALS'));

export class LoginRequest {
  @NotEmpty()
  @Text('INVALID_CREDENTIALS', 'The email of the account, case-insensitive.')
  email!: string;

  @NotEmpty()
  @Text('INVALID_CREDENTIALS', 'The password, case-sensitive.')
  password!: string;
}

/** Allows a request whose body has the email and the password of a user. */
@Injectable()
export class PasswordGuard extends AuthGuard('password') {
  private readonly pipe = new RequestValidationPipe();

  /** Validates the body first: passport-local looks for missing fields in the query string. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CookieRequest>();
    const body = await readBody(request);
    // The DTO has no such field, so that nothing later could refuse it.
    refuseTokenInBody(request, body);
    request.body = await this.pipe.transform(body, {
      type: 'body',
      metatype: LoginRequest,
    });
    return super.canActivate(context) as Promise<boolean>;
  }

  /** A request that passport refuses without an error has wrong credentials, too. */
  override handleRequest<T>(error: unknown, user: T | false): T {
    if (error) throw error;
    if (!user) throw new ApiError('INVALID_CREDENTIALS', { reason: 'no credentials' });
    return user;
  }
}
