import { Module } from '@nestjs/common';
import { Draining, HealthController } from './health.controller.js';

@Module({ controllers: [HealthController], providers: [Draining] })
export class HealthModule {}
