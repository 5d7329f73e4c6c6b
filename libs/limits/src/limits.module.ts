import { Global, Module } from '@nestjs/common';
import { RateLimits } from './rate-limits.js';

/** One `RateLimits` for the whole process. */
@Global()
@Module({ providers: [RateLimits], exports: [RateLimits] })
export class LimitsModule {}
