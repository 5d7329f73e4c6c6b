import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventCounter, EventSequence, LoggedEvent } from './event.entity.js';
import { EventAddresses, EventLog } from './event-log.js';
import { ActivityFeed, EventFeed } from './feed.js';
import { DeletedUsers, OwnEvents, StoredEvents } from './stored-events.js';

const PUBLIC = [EventLog, DeletedUsers, EventFeed, ActivityFeed, OwnEvents, StoredEvents];

@Module({
  imports: [TypeOrmModule.forFeature([LoggedEvent, EventCounter])],
  providers: [EventSequence, EventAddresses, ...PUBLIC],
  exports: PUBLIC,
})
export class EventsModule {}
