import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes texts one after the other, and waits when the target is slower. */
export async function writeAll(
  target: Writable,
  texts: AsyncIterable<string>,
  onWritten: (text: string) => void = () => undefined,
): Promise<void> {
  for await (const text of texts) {
    if (!target.write(text)) await once(target, 'drain');
    onWritten(text);
  }
}
