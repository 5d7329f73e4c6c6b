import { AdminTokensModule } from '@app/admin';
import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { UsersModule } from '@app/users';
import { Global, Module } from '@nestjs/common';
import { Gauges } from './gauges.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';
import { MetricsPort } from './metrics-port.js';
import { SignIns } from './sign-ins.js';

/** Whoever has something to count can. */
@Global()
@Module({
  imports: [AdminTokensModule, EventsModule, MailModule, UsersModule],
  controllers: [MetricsController],
  providers: [Metrics, Gauges, SignIns, MetricsPort],
  exports: [Metrics, MetricsPort],
})
export class MetricsModule {}
