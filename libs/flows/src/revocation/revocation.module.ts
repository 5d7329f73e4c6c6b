import { AdminTokensModule } from '@app/admin';
import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRevocation } from './access-revocation.js';
import { DeviceRevocation } from './device-revocation.js';
import { KeyRevocation } from './key-revocation.js';
import { ProviderRevocation } from './provider-revocation.js';
import { SessionRevocation } from './session-revocation.js';
import { SignInRevocation } from './sign-in-revocation.js';
import { TokenRevocation } from './token-revocation.js';

const PUBLIC = [AccessRevocation, SessionRevocation, ProviderRevocation, TokenRevocation, KeyRevocation];

/** Ends access to accounts. */
@Module({
  imports: [AdminTokensModule, UsersModule, TokensModule, FactorsModule, ClientsModule, MailModule, EventsModule],
  providers: [...PUBLIC, SignInRevocation, DeviceRevocation],
  exports: PUBLIC,
})
export class RevocationModule {}
