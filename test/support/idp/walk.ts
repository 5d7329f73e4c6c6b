import { Answer } from '../http/http.js';
import type { Account } from './idp.js';

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
