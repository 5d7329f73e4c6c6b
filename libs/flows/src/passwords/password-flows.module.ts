import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { PasswordChange, PasswordResetter, PasswordSetter, ResetService } from './passwords.service.js';

const PUBLIC = [PasswordSetter, ResetService];

/** Changes and resets of passwords. */
@Module({
  imports: [AccessRules, EventsModule, LinkFlows, MailModule, RevocationModule, TokensModule, UsersModule],
  providers: [...PUBLIC, PasswordResetter, PasswordChange],
  exports: PUBLIC,
})
export class PasswordFlows {}
