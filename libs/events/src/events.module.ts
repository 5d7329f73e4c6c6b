import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoggedEvent } from './event.entity.js';
import { EventLog } from './event-log.js';
import { StoredEvents } from './stored-events.js';

const PUBLIC = [EventLog, StoredEvents];

@Module({ imports: [TypeOrmModule.forFeature([LoggedEvent])], providers: PUBLIC, exports: PUBLIC })
export class EventsModule {}
