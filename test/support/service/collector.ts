import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it arrived, with its attributes by their names. */
interface ArrivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  /** 2 for a failure. */
  status: number;
  attributes: Record<string, unknown>;
}

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number };
type Attribute = { key: string; value: Value };

/** A collector of OpenTelemetry: OTLP over HTTP, in JSON. */
export class Collector {
  readonly spans: ArrivedSpan[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** What the resources of the spans say. */
  resource: Record<string, unknown> = {};
  /** All that has arrived, as text. */
  text = '';
  /** The status of the next answers. */
  status = 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      if (request.url === '/v1/traces' && collector.status === 200) {
        collector.headers.push(request.headers);
        collector.take(Buffer.concat(chunks).toString('utf8'));
      }
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The spans of a trace, in the order of their ends. */
  of(traceId: unknown): ArrivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async stop(): Promise<void> {
    this.server.close().closeAllConnections();
    await once(this.server, 'close');
  }

  private take(text: string): void {
    this.text += text;
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      this.resource = valuesOf(resource.attributes);
      for (const { spans } of scopeSpans) {
        for (const { status, attributes, ...span } of spans) {
          this.spans.push({ ...span, status: status.code, attributes: valuesOf(attributes) });
        }
      }
    }
  }
}

function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
