import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FilesModule } from '../files/static-files.js';
import { ConsolePagesController, ConsoleSessionController, RestingScopesNotice } from './console.controller.js';

/** The console: its files under `/console`, and its sessions. */
@Module({
  imports: [AccessModule, FilesModule],
  controllers: [ConsoleSessionController, ConsolePagesController],
  providers: [RestingScopesNotice],
})
export class ConsoleModule {}
