import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventCounter, LoggedEvent } from './event.entity.js';
import { EventAddresses, EventLog } from './event-log.js';
import { EventFeed } from './feed.js';
import { UserEvents } from './user-events.js';

const PUBLIC = [EventLog, EventFeed, UserEvents];

@Module({
  imports: [TypeOrmModule.forFeature([LoggedEvent, EventCounter])],
  providers: [EventAddresses, ...PUBLIC],
  exports: PUBLIC,
})
export class EventsModule {}
