import { AdminTokensModule } from '@app/admin';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { ChecksController } from '../checks/checks.controller.js';
import { ChecksService } from '../checks/checks.service.js';
import { SettingsController } from './settings.controller.js';

/** What the service says of itself: its settings, and what its checks find. */
@Module({
  imports: [AdminTokensModule, UsersModule, SignInModule],
  controllers: [ChecksController, SettingsController],
  providers: [ChecksService],
})
export class SettingsEndpointsModule {}
