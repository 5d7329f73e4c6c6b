// Loaded before the service (`node --import`), so that the time limits of its sockets pass with the clock that a test
// sets, as its timers do: a peer that says nothing does so for as long as the clock was set forward.
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;

  /** The sockets with a time limit, and when something was sent or received last. */
  const limited = new Map();
  const { setTimeout: limit, _unrefTimer: refresh } = Socket.prototype;
  Socket.prototype.setTimeout = function (milliseconds, work) {
    if (milliseconds > 0) limited.set(this, performance.now());
    else limited.delete(this);
    return limit.call(this, milliseconds, work);
  };
  // Node calls this whenever something is sent or received.
  Socket.prototype._unrefTimer = function () {
    if (limited.has(this)) limited.set(this, performance.now());
    return refresh.call(this);
  };

  process.on('message', ({ advance }) => {
    if (advance === undefined) return;
    ahead += advance * 1000;
    for (const [socket, since] of limited) {
      if (socket.destroyed) limited.delete(socket);
      else if (socket.timeout > 0 && performance.now() - since >= socket.timeout) {
        limited.set(socket, performance.now());
        socket.emit('timeout');
      }
    }
  });
}
