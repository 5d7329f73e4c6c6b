import { AdminTokensModule } from '@app/admin';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { TokensModule } from '@app/tokens';
import { Module } from '@nestjs/common';
import { AccessRevocation } from './access-revocation.js';
import { SessionRevocation } from './session-revocation.js';
import { TokenRevocation } from './token-revocation.js';

const PUBLIC = [AccessRevocation, SessionRevocation, TokenRevocation];

/** Ends access to accounts. */
@Module({
  imports: [AdminTokensModule, TokensModule, FactorsModule, EventsModule],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class RevocationModule {}
