import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { StaleTokens } from '@app/flows';
import { impersonatorOf } from '@app/tokens';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

const IMPERSONATION = 'latchkey:impersonation';

/** Whether an administrator who acts as a user may call a handler. By default the `ImpersonationGuard` refuses. */
export const Impersonation = (allowed: boolean): MethodDecorator => SetMetadata(IMPERSONATION, allowed);

/**
 * After the other guards of each endpoint that accepts access tokens: refuses an administrator who acts as the user, unless
 * the endpoint allows it. Such a token does not even read after its session has ended.
 */
@Injectable()
export class ImpersonationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly stale: StaleTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const caller = context.switchToHttp().getRequest<{ user?: CallerIdentity }>().user;
    if (!caller || impersonatorOf(caller.claims) === undefined) return true;
    await this.stale.refuse(caller);
    const allowed = this.reflector.get<boolean | undefined>(IMPERSONATION, context.getHandler());
    if (!allowed) throw new ApiError('IMPERSONATION_FORBIDDEN');
    return true;
  }
}
