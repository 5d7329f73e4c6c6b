import { BearerGuard } from '@app/auth';
import { ApiError } from '@app/errors';
import { LinkStore } from '@app/tokens';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ActiveUserGuard } from '../access/active-user.guard.js';
import { StaleTokenGuard } from '../access/stale-token.guard.js';
import { readBody } from '../wire/read-body.js';

/**
 * Lets a caller through who is signed in, or whose `old_password` is the token of a reset link, used or not: someone who
 * forgot the password has no access token. For all others it is NOT_AUTHENTICATED, whatever is wrong with the body.
 */
@Injectable()
export class BearerOrResetGuard implements CanActivate {
  constructor(
    private readonly bearer: BearerGuard,
    private readonly active: ActiveUserGuard,
    private readonly stale: StaleTokenGuard,
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
      return (
        (await this.bearer.canActivate(context)) === true &&
        (await this.active.canActivate(context)) &&
        (await this.stale.canActivate(context))
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_AUTHENTICATED') return false;
      throw error;
    }
  }
}
