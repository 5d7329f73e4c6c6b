export { ActivityCounter, type Counts, PERIODS, type Period } from './activity-counter.entity.js';
export { ActivityCounters, beginningOf, type PeriodCounts } from './activity-counters.js';
export { ActivityProgress } from './activity-progress.entity.js';
export { CountingProgress } from './counting-progress.js';
export { StatsModule } from './stats.module.js';
