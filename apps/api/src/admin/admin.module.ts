import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AdminApiKeysController } from './api-keys.controller.js';
import { AdminClientsController } from './clients.controller.js';
import { AdminEventsController } from './events.controller.js';
import { AdminFactorsController } from './factors.controller.js';
import { FileImportController } from './file-import.controller.js';
import { AdminIdentitiesController } from './identities.controller.js';
import { ImpersonationController } from './impersonation.controller.js';
import { ImportExportController } from './import-export.controller.js';
import { AdminKeysController } from './keys.controller.js';
import { AdminLinksController } from './links.controller.js';
import { AdminMessagesController } from './messages/messages.controller.js';
import { AdminTemplatesController } from './messages/templates.controller.js';
import { AdminPasskeysController } from './passkeys.controller.js';
import { PersonExportController } from './person-export.controller.js';
import { AdminProvidersController } from './providers.controller.js';
import { AdminSessionsController } from './sessions.controller.js';
import { ChecksController } from './settings/checks.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { StatsController } from './stats/stats.controller.js';
import { AdminTokensController } from './tokens.controller.js';
import { AdminUserListsController } from './user-lists.controller.js';
import { AdminUsersController } from './users.controller.js';
import { AdminDeliveriesController } from './webhooks/deliveries.controller.js';
import { AdminWebhooksController } from './webhooks/webhooks.controller.js';

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
