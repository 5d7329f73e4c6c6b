import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityCounter } from './activity-counter.entity.js';
import { ActivityCounters } from './activity-counters.js';
import { ActivityProgress } from './activity-progress.entity.js';
import { CountingProgress } from './counting-progress.js';

const PUBLIC = [ActivityCounters, CountingProgress];

@Module({
  imports: [TypeOrmModule.forFeature([ActivityCounter, ActivityProgress])],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class StatsModule {}
