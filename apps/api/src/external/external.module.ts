import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { RevocationModule } from '@app/flows';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { LinkModule } from '../link/link.module.js';
import { CallbackController } from './callback.controller.js';
import { CallbackService } from './callback.service.js';
import { ExternalController } from './external.controller.js';
import { ProviderLogoutController } from './provider-logout.controller.js';
import { ProviderLogoutService } from './provider-logout.service.js';
import { StartService } from './start.service.js';

/** The way to an external provider and back. */
@Module({
  imports: [UsersModule, FactorsModule, FederationModule, AccessModule, LinkModule, RevocationModule],
  controllers: [ExternalController, CallbackController, ProviderLogoutController],
  providers: [StartService, CallbackService, ProviderLogoutService],
})
export class ExternalModule {}
