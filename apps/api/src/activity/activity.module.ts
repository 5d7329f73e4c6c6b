import { EventsModule } from '@app/events';
import { StatsModule } from '@app/stats';
import { Module } from '@nestjs/common';
import { ActivityJob } from './activity-job.js';

/** Counts what happens, for the charts of the console. Only in the service: the command line leaves it to it. */
@Module({ imports: [EventsModule, StatsModule], providers: [ActivityJob] })
export class ActivityModule {}
