import { ApiError } from '@app/errors';
import { LinkStore } from '@app/tokens';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body/read-body.js';
import { SignedInGuard } from './signed-in.guard.js';

/**
 * Allows a signed-in caller, and a request whose `old_password` is the token of a reset link, used or not: a user who
 * forgot the password has no access token. Any other request is NOT_AUTHENTICATED, whatever its body.
 */
@Injectable()
export class BearerOrResetGuard implements CanActivate {
  constructor(
    private readonly signedIn: SignedInGuard,
    private readonly links: LinkStore,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: unknown }>();
    if (await this.isSignedIn(context)) return true;
    request.user = undefined;
    const { old_password: token } = Object(await readBody(request).catch(() => undefined));
    if (typeof token === 'string' && (await this.links.find(token, 'reset_password'))) return true;
    throw new ApiError('NOT_AUTHENTICATED');
  }

  private async isSignedIn(context: ExecutionContext): Promise<boolean> {
    try {
      return await this.signedIn.canActivate(context);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_AUTHENTICATED') return false;
      throw error;
    }
  }
}
