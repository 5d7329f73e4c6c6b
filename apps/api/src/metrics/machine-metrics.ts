import { MachineOutcomes } from '@app/flows';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Counts the requests for access tokens of clients and API keys. */
@Injectable()
export class MachineMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly outcomes: MachineOutcomes,
  ) {}

  onModuleInit(): void {
    this.outcomes.onOutcome = (kind, result) => this.metrics.machineTokens.inc({ kind, result });
  }
}
