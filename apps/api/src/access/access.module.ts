import { BearerGuard } from '@app/auth';
import { FlowsModule } from '@app/flows';
import { Module } from '@nestjs/common';
import { ActiveUserGuard } from './active-user.guard.js';
import { OptionalBearerGuard } from './bearer-or-reset.guard.js';
import { ConsoleAccess } from './console-access.js';
import { EnrollerGuard } from './enroller.guard.js';
import { StaleTokenGuard } from './stale-token.guard.js';

/** The guards that other guards call, and the flows for the endpoints. */
@Module({
  imports: [FlowsModule],
  providers: [BearerGuard, ActiveUserGuard, StaleTokenGuard, EnrollerGuard, ConsoleAccess, OptionalBearerGuard],
  exports: [
    BearerGuard,
    ActiveUserGuard,
    StaleTokenGuard,
    EnrollerGuard,
    ConsoleAccess,
    OptionalBearerGuard,
    FlowsModule,
  ],
})
export class AccessModule {}
