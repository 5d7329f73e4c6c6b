import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Env } from '@app/config';
import { type SpanContext, toTraceparent, traced } from '@app/tracing';
import { Injectable } from '@nestjs/common';
import { isSecureUrl } from './secure-url.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

/** A request to a provider. */
interface ProviderRequest {
  method: string;
  headers?: Record<string, string>;
  /** A form. */
  body?: unknown;
}

/**
 * Sends requests to providers: each within 5 seconds, and for at most 1 MiB, read while it arrives. It follows no redirects,
 * uses no proxy of the environment, and keeps no connections, so that a provider that hangs holds no other request. A
 * provider in a private network is allowed, since only administrators name providers.
 */
@Injectable()
export class ProviderHttp {
  constructor(private readonly env: Env) {}

  /** @throws {Error} for a URL that is not secure, after a timeout, and for an answer that is too long */
  async send(url: string, request: ProviderRequest): Promise<Response> {
    const target = new URL(url);
    if (!isSecureUrl(target, this.env.production)) throw new Error(`${target.origin} is not secure`);
    const { method } = request;
    const attributes = { 'http.request.method': method, 'server.address': target.hostname };
    return traced(
      { name: `${method} provider`, kind: 'client', attributes },
      (span) => this.exchange(target, request, span),
      ({ status }) => ({ 'http.response.status_code': status }),
    );
  }

  /** @param span the provider learns its ids, so that its log can be compared with ours */
  private async exchange(
    target: URL,
    { method, headers, body }: ProviderRequest,
    span: SpanContext | undefined,
  ): Promise<Response> {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method,
      headers: {
        ...headers,
        ...(span && { traceparent: toTraceparent(span) }),
        'user-agent': 'latchkey',
        'accept-encoding': 'identity',
      },
      agent: false,
    });
    const late = new Error(`${target.origin} did not answer within ${TIMEOUT_MS / 1_000} s`);
    const timer = setTimeout(() => request.destroy(late), TIMEOUT_MS);
    try {
      return await answerOf(request, body);
    } finally {
      clearTimeout(timer);
      request.destroy();
    }
  }
}

function answerOf(request: ClientRequest, body: unknown): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on('error', reject);
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_BYTES) request.destroy(new Error('the answer is longer than 1 MiB'));
      });
      answer.on('end', () => {
        try {
          resolve(toResponse(answer.statusCode ?? 500, answer.headersDistinct, Buffer.concat(chunks)));
        } catch (error) {
          reject(error);
        }
      });
    });
    request.end(body === undefined || body === null ? undefined : String(body));
  });
}

function toResponse(status: number, headers: NodeJS.Dict<string[]>, body: Buffer): Response {
  const pairs = Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response([204, 205, 304].includes(status) ? null : new Uint8Array(body), { status, headers: pairs });
}
