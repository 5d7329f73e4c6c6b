import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { Gauges } from './gauges.js';
import { MachineMetrics } from './machine-metrics.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';
import { MetricsPort } from './metrics-port.js';
import { PasswordMetrics } from './password-metrics.js';
import { SignInMetrics } from './sign-in-metrics.js';
import { WebhookMetrics } from './webhook-metrics.js';

@Module({
  imports: [AccessModule],
  controllers: [MetricsController],
  providers: [Metrics, Gauges, PasswordMetrics, SignInMetrics, MachineMetrics, WebhookMetrics, MetricsPort],
  exports: [Metrics, MetricsPort],
})
export class MetricsModule {}
