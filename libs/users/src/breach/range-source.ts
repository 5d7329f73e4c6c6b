import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type BreachSource, VERSION } from '@app/config';

const TIMEOUT_MS = 1_500;
/** A real text has about 40 KB. */
const MAX_BYTES = 1024 * 1024;

/**
 * The text of the range of a prefix, which is 5 hexadecimal digits in upper case.
 * @throws {Error} when the source is out of reach or answers something else. The message does not contain the prefix, which
 * is a part of the digest of a password
 */
export async function readRange(source: BreachSource, prefix: string): Promise<Buffer> {
  const abort = new AbortController();
  // AbortSignal.timeout() is not used, because its timer does not keep to the clock of the tests.
  const timer = setTimeout(() => abort.abort(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)), TIMEOUT_MS);
  try {
    const { signal } = abort;
    return await (source.kind === 'url' ? download(source.url + prefix, signal) : load(source.path, prefix, signal));
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : new Error(reasonOf(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** `Add-Padding` gives all answers about the same length, so that an observer cannot infer the prefix from it. */
async function download(url: string, signal: AbortSignal): Promise<Buffer> {
  const headers = { 'add-padding': 'true', 'user-agent': `latchkey/${VERSION}` };
  const answer = await fetch(url, { headers, redirect: 'manual', signal });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`the answer has the status ${answer.status}`);
  }
  return collect(answer.body ?? []);
}

function load(folder: string, prefix: string, signal: AbortSignal): Promise<Buffer> {
  return collect(createReadStream(join(folder, `${prefix}.txt`), { signal }));
}

async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    all.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the text is longer than 1 MiB');
  }
  return Buffer.concat(all);
}

/** The code of a system error, whose message would name the file. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'a file is missing';
  const inner = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : undefined;
  return code ?? inner ?? message;
}
