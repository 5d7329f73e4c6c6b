import { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import { Logger } from '@nestjs/common';

const logger = new Logger('Answers');

/**
 * The text of a long answer, read when the client is ready for it. When it fails, the connection is closed without the end of the
 * answer, which has no place for the reason: the log has it.
 * @param signal ends the answer when the service stops
 */
export function streamedText(text: AsyncIterable<string> | string[], signal: AbortSignal): Readable {
  return Readable.from(text, { signal }).on('error', (error) => {
    if (error instanceof ApiError) logger.warn(`An answer broke off. ${error.message}`);
  });
}
