import { BearerGuard } from '@app/auth';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ActiveUserGuard } from './active-user.guard.js';
import { StaleTokenGuard } from './stale-token.guard.js';

/** The guards of an endpoint that changes something, as one: for guards that accept another proof, too. */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(
    private readonly bearer: BearerGuard,
    private readonly active: ActiveUserGuard,
    private readonly stale: StaleTokenGuard,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.bearer.canActivate(context);
    await this.active.canActivate(context);
    return this.stale.canActivate(context);
  }
}
