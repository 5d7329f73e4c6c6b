// Loaded before the service (`node --import`): divides Node's time limit for the headers of a request by `DIVISOR`,
// since that limit counts real time and not the clock of the service. For the message `{ headerTimeout: true }` it
// sends the value that the service has set to its parent.
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const DIVISOR = 5;

if (isMainThread && process.send) {
  const { createServer } = http;
  let asked = {};
  http.createServer = (options, ...more) => {
    const { headersTimeout, connectionsCheckingInterval } = options;
    if (headersTimeout === undefined) return createServer(options, ...more);
    asked = { headersTimeout, connectionsCheckingInterval };
    const scaled = Object.entries(asked).map(([name, milliseconds]) => [name, milliseconds / DIVISOR]);
    return createServer({ ...options, ...Object.fromEntries(scaled) }, ...more);
  };
  syncBuiltinESMExports();

  process.on('message', ({ headerTimeout }) => {
    if (headerTimeout) process.send(asked);
  });
  process.channel.unref();
}
