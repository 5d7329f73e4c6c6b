import { EventLog } from '@app/events';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Counts sign-ins when the event log records them. */
@Injectable()
export class SignInMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly events: EventLog,
  ) {}

  onModuleInit(): void {
    const { signIns } = this.metrics;
    this.events.onRecorded = (type, { data }) => {
      if (type === 'login.succeeded') signIns.inc({ method: String(data?.method), result: 'succeeded' });
      if (type === 'login.failed')
        signIns.inc({
          method: data?.reason === 'wrong_code' ? 'email_code' : 'password',
          result: String(data?.reason),
        });
    };
  }
}
