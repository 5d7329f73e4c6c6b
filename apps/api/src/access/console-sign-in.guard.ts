import { BearerGuard, type CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { type Administrator, SPENT_LINK, TokenAccess } from '@app/flows';
import { addressGroup, RateLimits, WRONG_ADMIN_TOKENS } from '@app/limits';
import { OneTimeTokens } from '@app/tokens';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body/read-body.js';
import { clientAddress } from '../wire/proxies.js';
import { bearerOf } from './bearer-of.js';
import { ConsoleAccess } from './console-access.js';

type SignInRequest = FastifyRequest & { admin?: Administrator; user?: CallerIdentity };

/**
 * For the sign-in to the console, by a page of this service: recognises the admin token, or the access token of a user, in the
 * field `token` or in the `Authorization` header. A request without either may have a link that signs in once.
 */
@Injectable()
export class ConsoleSignInGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenAccess,
    private readonly limits: RateLimits,
    private readonly console: ConsoleAccess,
    private readonly bearer: BearerGuard,
    private readonly oneTime: OneTimeTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignInRequest>();
    this.console.requireOwnPage(request);
    const { token = bearerOf(request), once } = Object(await readBody(request));
    try {
      if (typeof token === 'string') await this.recognise(token, request, context);
      if (typeof once === 'string') await this.findLink(once);
    } catch (error) {
      await this.limits.count(WRONG_ADMIN_TOKENS, addressGroup(clientAddress(request)));
      throw error;
    }
    return true;
  }

  private async recognise(token: string, request: SignInRequest, context: ExecutionContext): Promise<void> {
    const admin = await this.tokens.use(token);
    if (admin) {
      request.admin = admin;
      return;
    }
    request.user = await this.bearer.callerOf(token, context);
  }

  /** The sign-in consumes the link. */
  private async findLink(once: string): Promise<void> {
    if (!(await this.oneTime.open(once, 'console')))
      throw new ApiError('NOT_AUTHENTICATED', SPENT_LINK, { reason: 'unknown, used or expired link to the console' });
  }
}
