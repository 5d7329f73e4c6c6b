import { EventLog } from '@app/events';
import { ExternalFailures } from '@app/flows';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Counts sign-ins, their second factors, reused tokens and impersonations when the event log records them. */
@Injectable()
export class SignInMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly events: EventLog,
    private readonly failures: ExternalFailures,
  ) {}

  onModuleInit(): void {
    const { signIns, externalSignIns, reusedTokens, impersonations, mfaChallenges, mfaFailures, mfaLocked } =
      this.metrics;
    this.failures.onFailed = (provider, result) => externalSignIns.inc({ provider, result });
    this.events.onRecorded = (type, data) => {
      if (type === 'login.succeeded') signIns.inc({ method: String(data.method), result: 'succeeded' });
      if (type === 'login.succeeded' && data.provider !== undefined)
        externalSignIns.inc({ provider: String(data.provider), result: 'succeeded' });
      if (type === 'login.failed') {
        const method = data.method ?? (data.reason === 'wrong_code' ? 'email_code' : 'password');
        signIns.inc({ method: String(method), result: String(data.reason) });
      }
      if (type === 'session.reuse_detected') reusedTokens.inc();
      if (type === 'user.impersonated') impersonations.inc();
      if (type === 'mfa.challenged') mfaChallenges.inc({ method: String(data.method) });
      if (type === 'mfa.failed') mfaFailures.inc({ kind: String(data.kind) });
      if (type === 'mfa.locked') mfaLocked.inc();
    };
  }
}
