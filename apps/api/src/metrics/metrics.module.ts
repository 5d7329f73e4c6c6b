import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import {
  Gauges,
  MachineMetrics,
  Metrics,
  MetricsController,
  MetricsPort,
  PasswordMetrics,
  SignInMetrics,
  WebhookMetrics,
} from './metrics.js';

@Module({
  imports: [AccessModule],
  controllers: [MetricsController],
  providers: [Metrics, Gauges, PasswordMetrics, SignInMetrics, MachineMetrics, WebhookMetrics, MetricsPort],
  exports: [Metrics, MetricsPort],
})
export class MetricsModule {}
