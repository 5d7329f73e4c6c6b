import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import {
  CallbackController,
  ExternalConfirmationController,
  ExternalController,
  IdentitiesController,
  ProviderLogoutController,
} from './external.controller.js';

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
