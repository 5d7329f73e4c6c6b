import { Injectable } from '@nestjs/common';

/** Reports sign-ins by external providers that were refused, for the metrics. */
@Injectable()
export class ExternalFailures {
  /** Called with the provider and the code of the refusal. */
  onFailed: (provider: string, code: string) => void = () => undefined;
}
