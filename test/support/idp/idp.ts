import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Answer } from '../http/http.js';

export type Kind = 'google' | 'microsoft' | 'apple' | 'github' | 'oidc';

/** An account at a provider: the claims that its ID token gets, or the fields that GitHub's API answers. */
// biome-ignore lint/suspicious/noExplicitAny: accounts of lying providers have claims of every type
export type Account = Record<string, any>;

/** How a provider lies. */
export interface Lies {
  /** Parameters of the redirect to the callback; null leaves one out. */
  answer?: Record<string, string | null>;
  /** A claim that is null is left out. */
  idToken?: {
    header?: Record<string, unknown>;
    claims?: Record<string, unknown>;
    signature?: 'none' | 'hmac' | 'other' | 'broken';
  };
  /** Fields of the answers in JSON. */
  discovery?: Record<string, unknown>;
  token?: Record<string, unknown>;
  jwks?: Record<string, unknown>;
  /** A code works more than once. */
  reuse?: boolean;
  /** What an endpoint does instead of its answer. */
  at?: Partial<Record<'discovery' | 'authorize' | 'token' | 'jwks', Misbehaviour>>;
}

/** `hang` never answers; `huge` answers up to 1 GiB. */
export type Misbehaviour = 'hang' | 'huge' | { redirect: string; status?: number } | { status: number; body: string };

/** What the provider knows of the service, its client. */
export interface Registration {
  kind: Kind | 'liar';
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  auth?: 'client_secret_post' | 'client_secret_basic';
  apple?: { teamId: string; keyId: string; publicKey: string };
  lies?: Lies;
}

/** A request that a provider received. */
interface Received {
  method: string;
  path: string;
  query: Record<string, string>;
  traceparent?: string;
  /** The parameters of a token request. */
  form?: Record<string, string>;
  /** The bytes of a `huge` answer so far. */
  sent?: number;
  /** Whether the connection of a misbehaving endpoint has closed. */
  closed?: boolean;
}

/** External providers in a separate process, for the tests of a file. */
export class Idp {
  private child!: ChildProcess;
  private ended!: Promise<{ error: string; result?: undefined }>;
  private calls = 0;
  private output = '';

  async start(): Promise<void> {
    const execArgv = ['--no-deprecation', '--import', join(__dirname, '../service/preloads/clock.mjs')];
    this.child = fork(join(__dirname, 'process.mjs'), { execArgv, silent: true, env: { PATH: process.env.PATH } });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.ended = once(this.child, 'exit').then(() => ({ error: `The providers have ended:\n${this.output}` }));
    const first = await Promise.race([once(this.child, 'message'), this.ended]);
    if ('error' in first) throw new Error(first.error);
  }

  /** Starts a provider on a port of its own. */
  async open(registration: Registration): Promise<OpenProvider> {
    const { origin } = await this.ask('open', { ...registration, auth: registration.auth ?? 'client_secret_post' });
    return new OpenProvider(this, origin, registration);
  }

  /** Sets the clock of all providers forward. */
  async advance(seconds: number): Promise<void> {
    const advanced = once(this.child, 'message');
    this.child.send({ advance: seconds });
    await advanced;
  }

  // biome-ignore lint/suspicious/noExplicitAny: each call has an answer of its own shape
  async ask(call: string, parameters: Record<string, unknown>): Promise<any> {
    this.calls += 1;
    const id = this.calls;
    const answered = new Promise<{ result: unknown; error?: string }>((done) => {
      const listen = (message: { id?: number; result: unknown; error?: string }) => {
        if (message.id !== id) return;
        this.child.off('message', listen);
        done(message);
      };
      this.child.on('message', listen);
    });
    this.child.send({ id, call, ...parameters });
    const { result, error } = await Promise.race([answered, this.ended]);
    if (error) throw new Error(error);
    return result;
  }

  /** What the process has printed. */
  get log(): string {
    return this.output;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** A provider that runs. */
export class OpenProvider {
  constructor(
    private readonly idp: Idp,
    readonly origin: string,
    readonly registration: Registration,
  ) {}

  /** Lets an account sign in on the page of the provider, by its email or `sub`. */
  async addAccount(claims: Account): Promise<void> {
    await this.idp.ask('account', { origin: this.origin, claims });
  }

  /** Removes an account of a certified provider, which sends a logout token for it before this returns. */
  async remove(sub: string): Promise<void> {
    await this.idp.ask('remove', { origin: this.origin, sub });
  }

  /** Replaces the lies of a provider of the kind `liar` or `microsoft`. */
  async lie(lies: Lies): Promise<void> {
    await this.idp.ask('lies', { origin: this.origin, lies });
  }

  /** A logout token that a provider of the kind `liar` signs. It names the `sub` or the `sid` that the lies give. */
  logoutToken(lies: Lies['idToken']): Promise<string> {
    return this.idp.ask('logoutToken', { origin: this.origin, lies });
  }

  /** The requests so far, oldest first. */
  requests(): Promise<Received[]> {
    return this.idp.ask('requests', { origin: this.origin });
  }
}

/** The process of the providers, started before the tests of a file or of a `describe`, and stopped after them. */
export function useIdp(): Idp {
  const idp = new Idp();
  beforeAll(() => idp.start());
  afterAll(() => idp.stop());
  return idp;
}

const MOST_STEPS = 15;
const CALLBACK = /^\/api\/auth\/external\/[^/]+\/callback$/;

/** The request that a browser sends to the callback of the service at the end of a walk. */
interface CallbackRequest {
  url: string;
  /** The form of a `POST`, for Apple. */
  form?: URLSearchParams;
}

/** The cookies of a browser, by host and name. */
export class Cookies {
  private readonly values = new Map<string, Map<string, string>>();

  take(url: URL, headers: Headers): void {
    const own = this.values.get(url.host) ?? new Map();
    this.values.set(url.host, own);
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length);
      if (value === '' || (expires && Date.parse(expires) <= Date.now())) own.delete(name);
      else own.set(name, value);
    }
  }

  header(url: URL): string {
    return [...(this.values.get(url.host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/**
 * Walks through the pages of a provider as a browser with empty cookies would, up to the request for the callback,
 * which it does not send.
 * @param visitor the account to choose, or `{ cancel: true }`
 */
export async function walkToCallback(
  url: string,
  visitor: Account,
  cookies = new Cookies(),
  headers: Record<string, string> = {},
): Promise<CallbackRequest> {
  const choice = Buffer.from(JSON.stringify(visitor)).toString('base64url');
  let next = new URL(url);
  for (let step = 0; step < MOST_STEPS; step++) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { 'x-visitor': choice, cookie: cookies.header(next), ...headers },
    });
    cookies.take(next, answer.headers);
    const text = await answer.text();
    const location = answer.headers.get('location');
    if (location === null) return formOf(text, answer.status);
    next = new URL(location, next);
    if (CALLBACK.test(next.pathname)) return { url: next.href };
  }
  throw new Error(`The walk did not end. It is at ${next.href}`);
}

/** Sends the request for the callback, and returns the answer of the service. */
export async function sendCallback({ url, form }: CallbackRequest): Promise<Answer> {
  const answer = await fetch(url, { redirect: 'manual', ...(form ? { method: 'POST', body: form } : {}) });
  return new Answer(answer.status, answer.headers, await answer.text());
}

/**
 * Walks through the pages of a provider and through the callback of the service.
 * @returns the target of the last redirect, as a rule `next_url` with `code` or `error`
 */
export async function walk(url: string, visitor: Account, cookies?: Cookies): Promise<URL> {
  const { location, status, text } = await sendCallback(await walkToCallback(url, visitor, cookies));
  if (location === '') throw new Error(`The callback answered ${status} ${text}`);
  return new URL(location);
}

/** Signs the person of these cookies out at a provider, which tells the service so before it answers. */
export async function signOutAt(origin: string, cookies: Cookies): Promise<void> {
  const send = async (path: string, body?: URLSearchParams) => {
    const url = new URL(path, origin);
    const answer = await fetch(url, { method: body ? 'POST' : 'GET', body, headers: { cookie: cookies.header(url) } });
    cookies.take(url, answer.headers);
    return answer.text();
  };
  const page = await send('/session/end');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
  if (xsrf === undefined) throw new Error(`The provider answered ${page}`);
  await send('/session/end/confirm', new URLSearchParams({ xsrf, logout: 'yes' }));
}

/** The form on a page that sends it to the callback. */
function formOf(page: string, status: number): CallbackRequest {
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`The provider answered ${status} ${page}`);
  const form = new URLSearchParams();
  for (const [, name = '', value = ''] of page.matchAll(/name="([^"]*)" value="([^"]*)"/g))
    form.append(name, unescaped(value));
  return { url: unescaped(action), form };
}

function unescaped(text: string): string {
  const named: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" };
  return text.replace(/&(\w+|#\d+);/g, (_, name: string) => named[name] ?? String.fromCharCode(Number(name.slice(1))));
}
