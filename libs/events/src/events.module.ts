import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeletedUsers } from './deleted-users.js';
import { LoggedEvent } from './event.entity.js';
import { EventAddresses } from './event-addresses.js';
import { EventCounter } from './event-counter.entity.js';
import { EventLog } from './event-log.js';
import { EventSequence } from './event-sequence.js';
import { ActivityFeed } from './feed/activity-feed.js';
import { EventFeed } from './feed/event-feed.js';
import { OwnEvents } from './own-events.js';
import { StoredEvents } from './stored-events.js';

const PUBLIC = [EventLog, DeletedUsers, EventFeed, ActivityFeed, OwnEvents, StoredEvents];

@Module({
  imports: [TypeOrmModule.forFeature([LoggedEvent, EventCounter])],
  providers: [EventSequence, EventAddresses, ...PUBLIC],
  exports: PUBLIC,
})
export class EventsModule {}
