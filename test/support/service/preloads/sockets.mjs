// Loaded before the service (`node --import`), so that the time limits of its sockets follow the clock of the test,
// like its timers: for the service, a silent peer has been silent for as long as the clock was set forward.
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;

  /** The sockets with a time limit, and the time of the last byte that was sent or received. */
  const limited = new Map();
  const { setTimeout: limit, _unrefTimer: refresh } = Socket.prototype;
  Socket.prototype.setTimeout = function (milliseconds, work) {
    if (milliseconds > 0) limited.set(this, performance.now());
    else limited.delete(this);
    return limit.call(this, milliseconds, work);
  };
  // Node calls this for each transfer in either direction.
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
