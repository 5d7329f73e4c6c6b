import type { Socket } from 'node:net';

/** Statements take milliseconds. A server that sends nothing for this long is lost; TCP alone would wait for 15 minutes. */
const SILENCE_MS = 8_000;

/**
 * Ends a connection on which nothing was sent or received for some seconds.
 * @param matters whether an answer is awaited: an idle connection stays open
 */
export function limitSilence(socket: Socket, matters: () => boolean): void {
  socket.setTimeout(SILENCE_MS, () => {
    if (!matters()) return;
    socket.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
  });
}
