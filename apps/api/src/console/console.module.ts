import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FilesModule } from '../files/built-pages.js';
import { ConsolePagesController } from './console-pages.controller.js';
import { ConsoleSessionController } from './console-session.controller.js';
import { RestingScopesNotice } from './resting-scopes.js';

/** The console: its files under `/console`, and its sessions. */
@Module({
  imports: [AccessModule, FilesModule],
  controllers: [ConsoleSessionController, ConsolePagesController],
  providers: [RestingScopesNotice],
})
export class ConsoleModule {}
