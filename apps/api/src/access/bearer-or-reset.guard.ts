import { ApiError } from '@app/errors';
import { OneTimeTokens } from '@app/tokens';
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
    private readonly tokens: OneTimeTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: unknown }>();
    const refusal = await this.refusalOf(context);
    if (refusal === undefined) return true;
    request.user = undefined;
    const { old_password: token } = Object(await readBody(request).catch(() => undefined));
    if (typeof token === 'string' && (await this.tokens.find(token, 'reset_password'))) return true;
    if (request.headers.authorization !== undefined) throw refusal;
    throw new ApiError('NOT_AUTHENTICATED', { reason: 'neither an access token nor a reset link' });
  }

  /** Why the caller is not signed in; undefined for one who is. */
  private async refusalOf(context: ExecutionContext): Promise<ApiError | undefined> {
    try {
      await this.signedIn.canActivate(context);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_AUTHENTICATED') return error;
      throw error;
    }
  }
}
