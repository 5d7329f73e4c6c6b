import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { UsersService } from '@app/users';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';

/** Behind the `BearerGuard`: lets a caller through whose account still exists and is not disabled. */
@Injectable()
export class ActiveUserGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { uid } = context.switchToHttp().getRequest<{ user: CallerIdentity }>().user;
    if (!(await this.users.isActive(uid))) throw new ApiError('NOT_AUTHENTICATED');
    return true;
  }
}
