import { wantsJson } from '../../terminal/output.js';

/** Runs work that Ctrl-C ends in order. A second Ctrl-C ends the process at once. */
export async function withInterrupt<T>(onInterrupt: () => void, work: () => Promise<T>): Promise<T> {
  process.once('SIGINT', onInterrupt);
  try {
    return await work();
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** Writes the id of an import before its first user, for `--resume` and `undo` after a killed process. */
export function announceBatch(batchId: string): void {
  process.stderr.write(wantsJson() ? `${JSON.stringify({ batch_id: batchId })}\n` : `latchkey: import ${batchId}\n`);
}
