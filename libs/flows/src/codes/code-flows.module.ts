import { FactorsModule } from '@app/factors';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { ExternalFlows } from '../external/external-flows.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { FollowedLinkFlows } from '../mailbox/followed-link-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { CodeDemands, CodeExchangeService, PageCodeExchange, PageCodes } from './codes.js';

const PUBLIC = [CodeExchangeService, PageCodes];

/** Codes in the URLs of pages: those of the sign-in pages, and the exchange of all. */
@Module({
  imports: [
    AccessRules,
    ExternalFlows,
    FactorsModule,
    FollowedLinkFlows,
    LinkFlows,
    RevocationModule,
    SignInFlows,
    TokensModule,
    UsersModule,
  ],
  providers: [...PUBLIC, CodeDemands, PageCodeExchange],
  exports: PUBLIC,
})
export class CodeFlows {}
