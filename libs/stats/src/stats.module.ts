import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityCounter, ActivityCounters, ActivityProgress, CountingProgress } from './activity-counters.js';

const PUBLIC = [ActivityCounters, CountingProgress];

@Module({
  imports: [TypeOrmModule.forFeature([ActivityCounter, ActivityProgress])],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class StatsModule {}
