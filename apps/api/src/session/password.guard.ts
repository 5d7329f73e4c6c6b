import { ApiError, WirePipe } from '@app/errors';
import { onBehalfOf } from '@app/events';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { RequestOrigin } from '../wire/origin.interceptor.js';
import { readBody } from '../wire/read-body.js';
import { LoginRequest } from './session.dto.js';

/** Lets a request through that brings the email and the password of a user. */
@Injectable()
export class PasswordGuard extends AuthGuard('password') {
  private readonly pipe = new WirePipe();

  /** Checks the body first: the strategy would otherwise look for what is missing in the query string. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.body = await this.pipe.transform(await readBody(request), {
      type: 'body',
      metatype: LoginRequest,
    });
    // A failure is recorded before the endpoint is reached.
    return onBehalfOf(new RequestOrigin(request), () => super.canActivate(context) as Promise<boolean>);
  }

  /** Whoever passport turns away by itself has not shown who they are, either. */
  override handleRequest<T>(error: unknown, user: T | false): T {
    if (error) throw error;
    if (!user) throw new ApiError('INVALID_CREDENTIALS');
    return user;
  }
}
