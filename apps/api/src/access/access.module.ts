import { BearerGuard } from '@app/auth';
import { FlowsModule } from '@app/flows';
import { Module } from '@nestjs/common';
import { ActiveUserGuard } from './active-user.guard.js';
import { ConsoleAccess } from './console-access.js';
import { SessionCookie } from './session-cookie.js';
import { SignedInGuard } from './signed-in.guard.js';
import { StaleTokenGuard } from './stale-token.guard.js';

/** The guards that other guards call, and the flows for the endpoints. */
@Module({
  imports: [FlowsModule],
  providers: [BearerGuard, ActiveUserGuard, StaleTokenGuard, SignedInGuard, ConsoleAccess, SessionCookie],
  exports: [BearerGuard, ActiveUserGuard, StaleTokenGuard, SignedInGuard, ConsoleAccess, SessionCookie, FlowsModule],
})
export class AccessModule {}
