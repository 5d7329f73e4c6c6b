import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { UsersService } from '@app/users';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';

/** After the `BearerGuard`: refuses a disabled account, and answers USER_NOT_FOUND for a deleted one. */
@Injectable()
export class ExistingUserGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { uid } = context.switchToHttp().getRequest<{ user: CallerIdentity }>().user;
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    if (!user.active) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account disabled' });
    return true;
  }
}
