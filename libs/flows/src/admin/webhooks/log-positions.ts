import { ApiError } from '@app/errors';
import { EventFeed } from '@app/events';
import { Enqueuer, NOT_BEGUN, type Webhook } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';

const START = 'start';

/** Finds the positions in the log that requests name by events. */
@Injectable()
export class LogPositions {
  constructor(
    private readonly feed: EventFeed,
    private readonly enqueuer: Enqueuer,
  ) {}

  /** Where a new webhook begins. @throws {ApiError} INVALID_REQUEST */
  async begin(after: string | undefined): Promise<number> {
    return after === undefined ? NOT_BEGUN : this.of(after, 'after');
  }

  /** Lets a new webhook follow the log from now on, unless it has begun. */
  async beginNow(webhook: Webhook): Promise<void> {
    if (webhook.position === NOT_BEGUN) await this.enqueuer.begin(webhook);
  }

  /** The position of an event, or 0 for the start of the log. @throws {ApiError} INVALID_REQUEST */
  async of(text: string, name: string): Promise<number> {
    if (text === START) return 0;
    const position = isUuid(text) ? await this.feed.positionOf(text.toLowerCase()) : undefined;
    if (position !== undefined) return position;
    throw new ApiError('INVALID_REQUEST', `${name} must be the id of an event in the log, or "${START}".`);
  }
}
