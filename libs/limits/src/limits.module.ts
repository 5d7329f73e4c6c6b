import { Global, Module } from '@nestjs/common';
import { RateLimits } from './rate-limits.js';

/** One count for all chapters. */
@Global()
@Module({ providers: [RateLimits], exports: [RateLimits] })
export class LimitsModule {}
