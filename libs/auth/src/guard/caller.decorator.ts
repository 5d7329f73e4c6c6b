import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CallerIdentity } from './claims.js';

/** Who is calling. Only on routes behind the `BearerGuard`. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): CallerIdentity =>
    context.switchToHttp().getRequest<{ user: CallerIdentity }>().user,
);
