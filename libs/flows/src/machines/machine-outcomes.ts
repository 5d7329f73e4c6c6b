import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';

/** What a machine gets a token with. */
export type MachineKind = 'client' | 'api_key';

/** Reports each request for a token of a machine, for the metrics. */
@Injectable()
export class MachineOutcomes {
  /** Called with `succeeded`, or the code of the refusal. */
  onOutcome: (kind: MachineKind, result: string) => void = () => undefined;

  async report<T>(kind: MachineKind, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.onOutcome(kind, 'succeeded');
      return result;
    } catch (error) {
      this.onOutcome(kind, error instanceof ApiError ? error.code : 'INTERNAL_ERROR');
      throw error;
    }
  }
}
