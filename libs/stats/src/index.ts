export {
  ActivityCounter,
  ActivityCounters,
  ActivityProgress,
  beginningOf,
  CountingProgress,
  type Counts,
  PERIODS,
  type Period,
  type PeriodCounts,
} from './activity-counters.js';
export { StatsModule } from './stats.module.js';
