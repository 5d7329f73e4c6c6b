import { AdminTokensModule } from '@app/admin';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { TokensModule } from '@app/tokens';
import { Module } from '@nestjs/common';
import { AccessRevocation } from './access-revocation.js';
import { SessionRevocation } from './session-revocation.js';

/** Ends access to accounts. */
@Module({
  imports: [AdminTokensModule, TokensModule, FactorsModule, EventsModule],
  providers: [AccessRevocation, SessionRevocation],
  exports: [AccessRevocation, SessionRevocation],
})
export class RevocationModule {}
