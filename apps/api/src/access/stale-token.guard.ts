import type { CallerIdentity } from '@app/auth';
import { StaleTokens } from '@app/flows';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';

/** After the `BearerGuard` of each endpoint that changes something: refuses stale access tokens before the body is read. */
@Injectable()
export class StaleTokenGuard implements CanActivate {
  constructor(private readonly stale: StaleTokens) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.stale.refuse(context.switchToHttp().getRequest<{ user: CallerIdentity }>().user);
    return true;
  }
}
