import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { UsersService } from '@app/users';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';

/** After the `BearerGuard`: allows a caller whose account exists and is not disabled. */
@Injectable()
export class ActiveUserGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { uid } = context.switchToHttp().getRequest<{ user: CallerIdentity }>().user;
    if (!(await this.users.isActive(uid))) {
      throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    }
    return true;
  }
}
