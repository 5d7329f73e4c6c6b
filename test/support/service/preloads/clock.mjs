// Loaded before the service (`node --import`), so that a test can set its clock. The service itself is not changed.
//
// After `advance`, `Date.now` is later by that time, and each timer that is due by then fires, once. So a test does not
// wait for a key reload, a poll, a sweep or a retry. Timers inside Node (sockets, AbortSignal.timeout) keep real time.
// After `freeze`, the clock stands still between two calls of `advance`.
// After `step`, each look at the clock finds it later by that time, so that two looks of one request differ.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';

/** Stops all timers, and sets the clock to the real time, for the next service in the same process. */
export let resetClock = () => undefined;

if (isMainThread && process.send) {
  const real = { now: Date.now, setTimeout, setInterval, clearTimeout, clearInterval };
  let ahead = 0;
  let step = 0;
  let frozenAt;
  Date.now = () => {
    ahead += step;
    return (frozenAt ?? real.now()) + ahead;
  };

  /** The timers that have not fired or been cleared: handle -> { due, milliseconds, work }. */
  const pending = new Map();

  const start = (set, repeats) =>
    function startTimer(work, milliseconds = 1, ...values) {
      const entry = { milliseconds: Math.max(1, Number(milliseconds) || 1), repeats };
      entry.due = Date.now() + entry.milliseconds;
      entry.work = () => {
        if (repeats) entry.due = Date.now() + entry.milliseconds;
        else pending.delete(handle);
        work(...values);
      };
      const handle = set(entry.work, milliseconds);
      const { refresh } = handle;
      handle.refresh = () => {
        entry.due = Date.now() + entry.milliseconds;
        pending.set(handle, entry);
        return refresh.call(handle);
      };
      pending.set(handle, entry);
      return handle;
    };
  const stop = (clear) =>
    function stopTimer(handle) {
      pending.delete(handle);
      clear(handle);
    };

  const sleep = (milliseconds, value, { signal, ref = true } = {}) =>
    new Promise((done, fail) => {
      signal?.throwIfAborted();
      const abort = () => {
        clearTimeout(handle);
        const error = new Error('The operation was aborted', { cause: signal.reason });
        fail(Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' }));
      };
      const handle = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        done(value);
      }, milliseconds);
      if (!ref) handle.unref();
      signal?.addEventListener('abort', abort, { once: true });
    });

  const patched = {
    setTimeout: start(real.setTimeout, false),
    setInterval: start(real.setInterval, true),
    clearTimeout: stop(real.clearTimeout),
    clearInterval: stop(real.clearInterval),
  };
  patched.setTimeout[promisify.custom] = sleep;
  Object.assign(globalThis, patched);
  Object.assign(timers, patched);
  promises.setTimeout = sleep;
  syncBuiltinESMExports();

  resetClock = () => {
    for (const handle of pending.keys()) real.clearTimeout(handle);
    pending.clear();
    ahead = 0;
    step = 0;
    frozenAt = undefined;
  };

  const fire = () => {
    const due = [...pending].filter(([, entry]) => entry.due <= Date.now());
    for (const [handle, entry] of due.sort(([, a], [, b]) => a.due - b.due)) {
      // A timer that fired earlier in this loop may have cleared this one.
      if (pending.get(handle) !== entry || handle._destroyed) continue;
      if (entry.repeats) handle.refresh();
      else real.clearTimeout(handle);
      try {
        entry.work();
      } catch (error) {
        process.nextTick(() => {
          throw error;
        });
      }
    }
  };

  // The service must end with its test, also when the worker of Jest has ended.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', ({ advance, freeze, step: seconds }) => {
    if (freeze) {
      // A day ahead: the clocks of the worker threads go on, and must not find that a request has waited for too long.
      frozenAt = Math.ceil(real.now() / 1000) * 1000 + 86_400_000;
      process.send({ now: Date.now() / 1000 });
    }
    if (seconds !== undefined) {
      step = seconds * 1000;
      process.send({ step });
    }
    if (advance === undefined) return;
    ahead += advance * 1000;
    fire();
    process.send({ advanced: true });
  });
  process.channel.unref();
}
