import { connect } from 'node:net';
import { quantile } from './figures.mjs';

const HEAD_END = '\r\n\r\n';

/** The text of an HTTP request. @param headers further ones, such as `cookie: a=b` */
export function requestText(method, path, { token, body, headers = [] } = {}) {
  const json = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...headers,
    ...(json === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`]),
  ];
  return `${lines.join('\r\n')}${HEAD_END}${json}`;
}

/**
 * Keeps this number of connections busy, each with one request after the other, and counts the answers. Uses bare
 * sockets: on a machine with few cores, a client takes CPU time from the server that it measures. Each connection asks
 * `next()` for its next request, `{ text, done(body, head) }`, until the time is over or there is none. After an answer that
 * the server is too busy, the connection waits as long as the server asks; any other answer except 200 is an error.
 */
export async function load({ port, connections, seconds = Number.POSITIVE_INFINITY, next }) {
  const tally = { times: [], shed: 0 };
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  const more = () => (performance.now() < end ? next() : undefined);
  await Promise.all(Array.from({ length: connections }, () => converse(port, more, tally)));
  const lasted = (performance.now() - begun) / 1_000;
  const { times, shed } = tally;
  const count = times.length;
  return { count, rate: count / lasted, p50: quantile(times, 0.5), p99: quantile(times, 0.99), shed };
}

/** One connection, from its first request to its last. */
function converse(port, next, tally) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let request;
    let sent = 0;
    let received = '';
    const send = () => {
      request = next();
      if (request === undefined) {
        socket.end();
        resolve();
        return;
      }
      sent = performance.now();
      socket.write(request.text);
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
    socket.on('data', (chunk) => {
      received = received === '' ? chunk : received + chunk;
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < headEnd + HEAD_END.length + length) return;
      const [head, body] = [received.slice(0, headEnd), received.slice(headEnd + HEAD_END.length)];
      received = '';
      if (head.startsWith('HTTP/1.1 503')) {
        tally.shed += 1;
        setTimeout(send, Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1]) * 1_000);
        return;
      }
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(`${head.slice(0, 12)} ${body}`));
      tally.times.push(performance.now() - sent);
      request.done?.(body, head);
      send();
    });
  });
}
