import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventCounter, EventSequence, LoggedEvent } from './event.entity.js';
import { EventAddresses, EventLog } from './event-log.js';
import { EventFeed } from './feed.js';
import { StoredEvents, UserEvents } from './stored-events.js';

const PUBLIC = [EventLog, EventFeed, UserEvents, StoredEvents];

@Module({
  imports: [TypeOrmModule.forFeature([LoggedEvent, EventCounter])],
  providers: [EventSequence, EventAddresses, ...PUBLIC],
  exports: PUBLIC,
})
export class EventsModule {}
