import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { RevocationModule } from '@app/flows';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AdminModule } from '../admin/admin.module.js';
import { OnceLinks } from '../admin/tokens/once-links.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { ConsoleFiles } from './console-files.js';
import { ConsolePagesController } from './console-pages.controller.js';
import { ConsoleSessionController } from './console-session.controller.js';
import { ConsoleSignInService } from './console-sign-in.service.js';
import { RestingScopesNotice } from './resting-scopes.js';

/** The console: its files under `/console`, and its sessions. */
@Module({
  imports: [AdminModule, SignInModule, FactorsModule, UsersModule, EventsModule, RevocationModule],
  controllers: [ConsoleSessionController, ConsolePagesController],
  providers: [ConsoleSignInService, OnceLinks, ConsoleFiles, RestingScopesNotice],
  exports: [OnceLinks, ConsoleFiles],
})
export class ConsoleModule {}
