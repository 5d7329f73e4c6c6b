import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { BlockedDestination, isPublic, parseEndpoint, resolveEndpoint } from '@app/webhooks';
import { Injectable, Logger } from '@nestjs/common';

/** Decides whether a webhook may lead to a URL. */
@Injectable()
export class EndpointCheck {
  private readonly logger = new Logger('Webhooks');

  constructor(private readonly env: Env) {}

  /** The URL in its normal form. A name that does not resolve now is checked at each sending. @throws {ApiError} INVALID_URL */
  async allowed(text: string): Promise<string> {
    const url = parseEndpoint(text, this.env.production);
    if (!url) throw new ApiError('INVALID_URL');
    try {
      await this.check(url);
    } catch (error) {
      if (error instanceof BlockedDestination)
        throw new ApiError('INVALID_URL', `The URL is refused: ${error.message}.`);
    }
    return url.href;
  }

  /** Outside production the default allows the own machine, so a webhook that works here may not work there. */
  private async check(url: URL): Promise<void> {
    const { webhookNetworks } = this.env;
    const addresses = await resolveEndpoint(url, webhookNetworks);
    if (!webhookNetworks.isDefault || addresses.every(isPublic)) return;
    this.logger.warn(`A webhook leads to ${url.host}. In production this needs WEBHOOK_NETWORKS.`);
  }
}
