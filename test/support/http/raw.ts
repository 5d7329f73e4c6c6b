import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Answer } from './http.js';

/** Sends what `fetch` does not allow: any method, any path as written, and a body in chunks. */
export async function sendRaw(
  base: string,
  method: string,
  path: string,
  { headers = {}, chunks = [] }: { headers?: Record<string, string>; chunks?: (string | Buffer)[] } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true });
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers, agent }, resolve).on('error', reject);
    for (const chunk of chunks) outgoing.write(chunk);
    outgoing.end();
  });
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  agent.destroy();
  const pairs = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Answer(incoming.statusCode ?? 0, new Headers(pairs), text);
}

/** Sends these bytes, which need not be HTTP, and reads until the connection closes. */
export async function sendBytes(base: string, bytes: string): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return new Answer(Number(status.split(' ')[1]), new Headers(pairs), body.join('\r\n\r\n'));
}
