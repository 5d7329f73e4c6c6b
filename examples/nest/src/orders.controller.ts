import { type AppClaims, Caller, type CallerIdentity, Public, RequireAuthentication, Roles } from '@latchkey/nest-auth';
import { Controller, Get } from '@nestjs/common';

@Controller('orders')
export class OrdersController {
  @Get()
  mine(@Caller() { uid, sessionId, claims }: CallerIdentity) {
    return { uid, session: sessionId, until: claims.exp };
  }

  /** A public route. The caller is available if signed in. */
  @Public()
  @Get('offers')
  offers(@Caller('uid') uid?: string) {
    return { for: uid ?? 'everybody' };
  }

  /** Requires a second factor, and a proof from the last five minutes. */
  @RequireAuthentication({ acr: 'aal2', maxAge: 300 })
  @Get('refunds')
  refunds(@Caller('uid') uid: string) {
    return { by: uid };
  }

  /** Requires one of these roles, which an administrator gives. */
  @Roles('editor', 'admin')
  @Get('prices')
  prices(@Caller('app') { roles }: AppClaims) {
    return { as: roles };
  }
}
