import type { StorageEntry } from '../tabs/tabs.js';
import { type ErrorCode, isMfaCode, LatchkeyError, MfaError, type ProofMethod } from '../wire.js';
import { parse, type Tokens, tokensOf } from './tokens.js';

const VERIFIER_BYTES = 32;

/** A random code verifier (RFC 7636, section 4.1). */
export function newVerifier(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
}

/** The code challenge of a verifier (section 4.2, S256). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

function base64url(bytes: Uint8Array): string {
  const replaced: Record<string, string> = { '+': '-', '/': '_', '=': '' };
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (found) => replaced[found] ?? '');
}

const TOKENS = ['uid', 'at', 'rt', 'exp'];
const CODE = ['code'];
const FAILURE = ['error', 'message'];
const SECOND_STEP = [...FAILURE, 'mfa_token', 'methods', 'exp'];

interface LinkOutcome {
  tokens?: Tokens;
  code?: string;
  error?: LatchkeyError;
  /** The URL without the parameters that the service added. */
  rest: string;
}

/** The tokens, the code or the error that a magic link added to its `next_url`; undefined for any other URL. */
export function linkOutcome(url: string): LinkOutcome | undefined {
  const given = new URLSearchParams(partsOf(url)[1]);
  const [uid, at, rt] = TOKENS.map((name) => given.get(name));
  if (uid && at && rt) return { tokens: tokensOf(uid, at, rt), rest: withoutParameters(url, TOKENS) };
  const [failure, message] = FAILURE.map((name) => given.get(name));
  if (!failure || message == null || !/^[A-Z_]+$/.test(failure)) {
    const code = given.get('code');
    return code ? { code, rest: withoutParameters(url, CODE) } : undefined;
  }
  const [, , token, methods, exp] = SECOND_STEP.map((name) => given.get(name));
  if (token && methods && isMfaCode(failure)) {
    const error = new MfaError(failure, message, token, methods.split(',') as ProofMethod[], Number(exp));
    return { error, rest: withoutParameters(url, SECOND_STEP) };
  }
  return { error: new LatchkeyError(failure as ErrorCode, message), rest: withoutParameters(url, FAILURE) };
}

/** The same URL without query parameters of these names. All else stays as it is, byte for byte. */
export function withoutParameters(url: string, names: string[]): string {
  const [base, query, fragment] = partsOf(url);
  const kept = query.split('&').filter((pair) => !names.includes(pair.split('=')[0] ?? ''));
  return base + (kept.length > 0 ? `?${kept.join('&')}` : '') + fragment;
}

function partsOf(url: string): [string, string, string] {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(url) ?? [];
  return [base, query, fragment];
}

/** The longest that the service lets a link live. */
const LIFE_MS = 86_400_000;

/** What this browser stores while a link may be followed. */
interface Asked {
  verifier: string;
  /** In milliseconds by the clock of the device. */
  until: number;
}

/**
 * The code verifier of the links that this browser has asked for. It is in the storage of all tabs, since a link opens in another
 * tab. It opens nothing without the code of a followed link, and is forgotten before its only use.
 */
export class LinkVerifier {
  constructor(private readonly entry: StorageEntry) {}

  /** The challenge of a new link. Earlier links that may still be followed have the same one. */
  async challenge(): Promise<string> {
    const verifier = (await this.read()) ?? newVerifier();
    await this.entry.set(JSON.stringify({ verifier, until: Date.now() + LIFE_MS } satisfies Asked));
    return challengeOf(verifier);
  }

  /** Undefined if this browser has not asked for a link. */
  async read(): Promise<string | undefined> {
    const asked = parse<Asked>(await this.entry.get());
    return asked && Date.now() < asked.until ? asked.verifier : undefined;
  }

  async forget(): Promise<void> {
    await this.entry.set('');
  }
}
