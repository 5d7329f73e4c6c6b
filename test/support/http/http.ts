/** The content of a request. */
export interface Call {
  /** The access token. */
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, in place of `body`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** An HTTP response. */
export class Answer {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  get json(): any {
    return JSON.parse(this.text);
  }

  /** The code of a failure; undefined for a success. */
  get code(): string | undefined {
    return this.status === 200 ? undefined : this.json.code;
  }

  /** The target of a redirect; empty for any other answer. */
  get location(): string {
    return this.headers.get('location') ?? '';
  }

  /** A query parameter of the target of a redirect. */
  parameter(name: string): string | null {
    return new URL(this.location).searchParams.get(name);
  }
}

/** How often each outcome occurred: `{ 200: 1, EMAIL_ALREADY_IN_USE: 49 }`. */
export function countOutcomes(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) counts[code ?? status] = (counts[code ?? status] ?? 0) + 1;
  return counts;
}

export async function send(base: string, method: string, path: string, call: Call = {}): Promise<Answer> {
  const { token, body, raw, headers, signal } = call;
  const answer = await fetch(base + path, {
    method,
    redirect: 'manual',
    signal,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body:
      raw === undefined ? (body === undefined ? undefined : JSON.stringify(body)) : new Uint8Array(Buffer.from(raw)),
  });
  return new Answer(answer.status, answer.headers, await answer.text());
}
