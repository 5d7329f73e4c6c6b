import { AdminTokensModule } from '@app/admin';
import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { Access } from './access.js';
import { Burial } from './burial.js';
import { TokenRevocation } from './token-revocation.js';

const PUBLIC = [Access, TokenRevocation];

/** Ends access to accounts. */
@Module({
  imports: [AdminTokensModule, UsersModule, TokensModule, FactorsModule, ClientsModule, MailModule, EventsModule],
  providers: [...PUBLIC, Burial],
  exports: PUBLIC,
})
export class RevocationModule {}
