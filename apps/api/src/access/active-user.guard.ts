import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { UsersService } from '@app/users';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';

/** After the `BearerGuard`: allows a caller whose account exists and is not disabled. */
@Injectable()
export class ActiveUserGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!(await this.users.isActive(callerOf(context)))) throw new ApiError('NOT_AUTHENTICATED');
    return true;
  }
}

/** The same for endpoints that answer USER_NOT_FOUND if the account was deleted. */
@Injectable()
export class ExistingUserGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const user = await this.users.find(callerOf(context));
    if (!user) throw new ApiError('USER_NOT_FOUND');
    if (!user.active) throw new ApiError('NOT_AUTHENTICATED');
    return true;
  }
}

function callerOf(context: ExecutionContext): string {
  return context.switchToHttp().getRequest<{ user: CallerIdentity }>().user.uid;
}
