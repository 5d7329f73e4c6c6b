import { OutcomeRecorder, WebhookLag } from '@app/webhooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Counts the tries of webhooks, and shows how far they are behind. */
@Injectable()
export class WebhookMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly outcomes: OutcomeRecorder,
    private readonly lags: WebhookLag,
  ) {}

  onModuleInit(): void {
    const { metrics, lags } = this;
    this.outcomes.onTried = (result) => metrics.webhookTries.inc({ result });
    metrics.gauge('webhookLag', () => lags.greatest());
    metrics.gauge('webhooksDisabled', () => lags.countDisabled());
  }
}
