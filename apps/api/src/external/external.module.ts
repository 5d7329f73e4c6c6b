import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CallbackController } from './callback.controller.js';
import { ExternalController } from './external.controller.js';
import { ExternalConfirmationController } from './external-confirmation.controller.js';
import { IdentitiesController } from './identities.controller.js';
import { ProviderLogoutController } from './provider-logout.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [
    ExternalController,
    CallbackController,
    ProviderLogoutController,
    ExternalConfirmationController,
    IdentitiesController,
  ],
})
export class ExternalModule {}
