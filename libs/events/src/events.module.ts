import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoggedEvent } from './event.entity.js';
import { EventLog } from './event-log.js';

@Module({ imports: [TypeOrmModule.forFeature([LoggedEvent])], providers: [EventLog], exports: [EventLog] })
export class EventsModule {}
