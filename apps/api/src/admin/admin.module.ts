import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AdminClientsController } from './clients.controller.js';
import { AdminEventsController } from './events.controller.js';
import { FileImportController, ImportExportController } from './imports.controller.js';
import { AdminMessagesController, AdminTemplatesController } from './messages.controller.js';
import { AdminProvidersController } from './providers.controller.js';
import { ChecksController, SettingsController } from './settings.controller.js';
import { StatsController } from './stats.controller.js';
import { AdminKeysController, AdminTokensController } from './tokens.controller.js';
import {
  AdminApiKeysController,
  AdminFactorsController,
  AdminIdentitiesController,
  AdminLinksController,
  AdminPasskeysController,
  AdminSessionsController,
  AdminUserListsController,
  AdminUsersController,
  ImpersonationController,
  PersonExportController,
} from './users.controller.js';
import { AdminDeliveriesController, AdminWebhooksController } from './webhooks.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [
    AdminTokensController,
    AdminUserListsController,
    AdminUsersController,
    PersonExportController,
    AdminSessionsController,
    AdminFactorsController,
    AdminPasskeysController,
    AdminIdentitiesController,
    AdminProvidersController,
    AdminClientsController,
    AdminApiKeysController,
    AdminLinksController,
    AdminEventsController,
    AdminMessagesController,
    AdminTemplatesController,
    AdminWebhooksController,
    AdminDeliveriesController,
    AdminKeysController,
    ImportExportController,
    FileImportController,
    ImpersonationController,
    StatsController,
    ChecksController,
    SettingsController,
  ],
})
export class AdminModule {}
