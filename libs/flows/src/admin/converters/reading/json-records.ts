import { ApiError } from '@app/errors';
import { LineSplitter } from '../../../input/line-splitter.js';
import { JsonScanner, MAX_RECORD_BYTES } from './json-scanner.js';
import { type RawRecord, readJson } from './raw-record.js';

/** The records of a file with one in each line (NDJSON). */
export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<RawRecord[]> {
  const splitter = new LineSplitter(MAX_RECORD_BYTES);
  const read = ({ number, bytes }: { number: number; bytes: Buffer | undefined }) =>
    bytes?.toString('latin1').trim() === '' ? [] : [readJson(`line ${number}`, bytes)];
  for await (const chunk of input) yield [...splitter.push(chunk)].flatMap(read);
  yield [...splitter.end()].flatMap(read);
}

/** The records in the lists of a JSON document. */
export async function* readDocument(
  input: AsyncIterable<Buffer>,
  lists: readonly string[],
): AsyncGenerator<RawRecord[]> {
  const scanner = new JsonScanner(lists);
  let count = 0;
  for await (const chunk of input) {
    yield [...scanner.push(chunk)].map(({ bytes, list }) => {
      count += 1;
      return readJson(`record ${count}`, bytes, list);
    });
  }
  const wrong = scanner.isComplete
    ? aroundOf(scanner)
    : 'The document ends in the middle: a bracket or a quote is not closed.';
  const empty =
    count > 0 ? undefined : `The document has no record${lists.length > 0 ? ` in a list "${lists[0]}"` : ''}.`;
  const message = wrong ?? empty;
  if (message !== undefined) yield [{ at: `record ${count + 1}`, error: new ApiError('INVALID_REQUEST', message) }];
}

function aroundOf({ hasTextAround }: JsonScanner): string | undefined {
  return hasTextAround ? 'There is other text around the document, so the file may be damaged.' : undefined;
}
