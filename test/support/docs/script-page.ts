import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page that runs one script. A test builds the script when it knows the origin of the page. */
export class ScriptPage {
  script = '';
  private readonly server: Server;

  private constructor() {
    this.server = createServer(({ url }, response) => {
      if (url === '/main.js') response.setHeader('content-type', 'text/javascript').end(this.script);
      else response.setHeader('content-type', 'text/html').end('<body><script type="module" src="/main.js"></script>');
    });
  }

  static async start(): Promise<ScriptPage> {
    const page = new ScriptPage();
    await once(page.server.listen(0, '127.0.0.1'), 'listening');
    return page;
  }

  get origin(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }
}
