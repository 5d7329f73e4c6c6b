import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CallbackController } from './callback.controller.js';
import { ExternalController } from './external.controller.js';
import { ExternalTokenController } from './external-token.controller.js';
import { IdentitiesController } from './identities.controller.js';
import { ProviderLogoutController } from './provider-logout.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [
    ExternalController,
    CallbackController,
    ProviderLogoutController,
    ExternalTokenController,
    IdentitiesController,
  ],
})
export class ExternalModule {}
