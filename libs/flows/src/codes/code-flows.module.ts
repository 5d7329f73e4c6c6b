import { FactorsModule } from '@app/factors';
import { Module } from '@nestjs/common';
import { ExternalFlows } from '../external/external-flows.module.js';
import { FollowedLinkFlows } from '../links/followed/followed-link-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { CodeExchangeService } from './code-exchange.service.js';

/** The exchange of codes. */
@Module({
  imports: [ExternalFlows, FactorsModule, FollowedLinkFlows, RevocationModule],
  providers: [CodeExchangeService],
  exports: [CodeExchangeService],
})
export class CodeFlows {}
