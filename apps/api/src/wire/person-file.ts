import { type PersonTables, toPersonText } from '@app/flows';
import { StreamableFile } from '@nestjs/common';
import { streamedText } from './streamed-text.js';

/**
 * The answer with the data about a person, for a browser to save. Rows are read when the client is ready for them.
 * @param signal ends the answer when the service stops
 */
export function toPersonFile(tables: PersonTables, name: string, signal: AbortSignal): StreamableFile {
  const text = streamedText(toPersonText(tables), signal);
  return new StreamableFile(text, {
    type: 'application/json; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });
}
