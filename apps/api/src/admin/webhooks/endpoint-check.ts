import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { BlockedDestination, parseEndpoint, resolveEndpoint } from '@app/webhooks';
import { Injectable } from '@nestjs/common';

/** Decides whether a webhook may lead to a URL. */
@Injectable()
export class EndpointCheck {
  constructor(private readonly env: Env) {}

  /** The URL in its normal form. A name that does not resolve now is judged at each sending. @throws {ApiError} INVALID_URL */
  async allowed(text: string): Promise<string> {
    const url = parseEndpoint(text, this.env.production);
    if (!url) throw new ApiError('INVALID_URL');
    try {
      await resolveEndpoint(url, this.env.webhookNetworks);
    } catch (error) {
      if (error instanceof BlockedDestination)
        throw new ApiError('INVALID_URL', `The URL is refused: ${error.message}.`);
    }
    return url.href;
  }
}
