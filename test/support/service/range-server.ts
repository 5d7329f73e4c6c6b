import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The SHA-1 digest of a password as the lists of breached passwords have it. */
export function sha1(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase();
}

/** A server of breached passwords in the form of the range interface of Pwned Passwords. */
export class RangeServer {
  /** Answers in place of the list. */
  answer: ((response: ServerResponse) => void) | undefined;
  /** The paths of all requests. */
  readonly paths: string[] = [];
  private readonly listed = new Map<string, number>();
  private readonly server = createServer((request, response) => {
    const path = request.url ?? '';
    this.paths.push(path);
    if (this.answer) this.answer(response);
    else response.end(this.textOf(path.slice(-5), request.headers['add-padding'] === 'true'));
  });

  static async start(): Promise<RangeServer> {
    const server = new RangeServer();
    await once(server.server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}/range/`;
  }

  /** @param count how often it was seen */
  list(password: string, count = 1): void {
    this.listed.set(sha1(password), count);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** With padding there are lines whose count is 0, as of the real interface. */
  private textOf(prefix: string, padded: boolean): string {
    const found = [...this.listed].filter(([digest]) => digest.startsWith(prefix));
    const lines = found.map(([digest, count]) => `${digest.slice(5)}:${count}`);
    const padding = Array.from({ length: padded ? 800 : 0 }, (_none, index) => `${sha1(`${index}`).slice(5)}:0`);
    return [...lines, ...padding].sort().join('\r\n');
  }
}
