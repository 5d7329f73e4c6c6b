import { BearerGuard } from '@app/auth';
import { FlowsModule } from '@app/flows';
import { Module } from '@nestjs/common';
import { ConsoleAccess } from './admin.guards.js';
import { SessionCookie } from './session-cookie.js';
import { ActiveUserGuard, SignedInGuard, StaleTokenGuard } from './user.guards.js';

/** The guards that other guards call, and the flows for the endpoints. */
@Module({
  imports: [FlowsModule],
  providers: [BearerGuard, ActiveUserGuard, StaleTokenGuard, SignedInGuard, ConsoleAccess, SessionCookie],
  exports: [BearerGuard, ActiveUserGuard, StaleTokenGuard, SignedInGuard, ConsoleAccess, SessionCookie, FlowsModule],
})
export class AccessModule {}
