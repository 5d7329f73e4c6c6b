import type { Log } from './issuer/backoff-loop.js';
import { type ImportKey, importWithWebCrypto, type KeySource } from './issuer/keys.js';

/** How to read the sessions, users, clients and API keys that were revoked before their access tokens expire. */
export interface RevocationOptions {
  /** The seconds between two requests: 1 to 300, 2 by default. */
  every?: number;
  /** The URL of the list; by default `revocations` next to the key set. */
  uri?: string;
  /**
   * After how many seconds without a new list every token is refused with `REVOCATIONS_UNAVAILABLE`: more than `every`. By
   * default never: while the issuer is unreachable, tokens are accepted until they expire.
   */
  maxStale?: number;
}

export interface VerifierOptions {
  /** The `iss` that tokens must carry: the `BASE_URL` of the auth service. */
  issuer: string;
  /** The `aud` that tokens must have. If left out, people's tokens with an `aud` are refused. */
  audience?: string;
  /** The `aud` that tokens of machines must have; by default `audience`. Without both, tokens of machines are refused. */
  machineAudience?: string;
  /** The URL of the key set; by default `/.well-known/jwks.json` of the issuer. */
  jwksUri?: string;
  /** `false` accepts a token until it expires, also after its session has ended. */
  revocations?: false | RevocationOptions;
  /** The keys of the issuer, if they need not be fetched. */
  keys?: KeySource;
  /** Imports fetched keys, by default with the Web Cryptography API. */
  importKey?: ImportKey;
  /** Sends the requests to the issuer, by default the `fetch` of the runtime. It must not follow redirects. */
  fetch?: typeof fetch;
  /** Receives messages about an issuer that does not answer; by default `console`. */
  log?: Log;
  /** The clock, in seconds since the UNIX epoch. */
  now?(): number;
}

/** How revocations are read, with the defaults. */
export type SettledRevocations = Required<Omit<RevocationOptions, 'maxStale'>> & Pick<RevocationOptions, 'maxStale'>;

/** The options with their defaults. */
export interface SettledOptions extends VerifierOptions {
  jwksUri: string;
  revocations: false | SettledRevocations;
  importKey: ImportKey;
  log: Log;
  now(): number;
}

/** With the time of a request and a slow machine, a revoked token is refused within four seconds. */
const EVERY_SECONDS = 2;
const MAX_EVERY_SECONDS = 300;

/** @throws {TypeError} with the name of the wrong option, so that the service does not start */
export function settle(options: VerifierOptions): SettledOptions {
  const { issuer = '', jwksUri = `${issuer.replace(/\/+$/, '')}/.well-known/jwks.json`, audience } = options;
  const { machineAudience = audience, importKey = importWithWebCrypto, log = console } = options;
  const { now = () => Math.floor(Date.now() / 1000) } = options;
  if (typeof issuer !== 'string' || issuer === '') throw new TypeError('issuer must be a text.');
  for (const [name, value] of Object.entries({ audience, machineAudience }))
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw new TypeError(`${name} must be a text that is not empty.`);
  if (!options.keys) requireUrl('jwksUri, or issuer,', jwksUri);
  const revocations = settleRevocations(options.revocations, jwksUri);
  return { ...options, jwksUri, machineAudience, importKey, log, now, revocations };
}

function settleRevocations(
  options: VerifierOptions['revocations'] = {},
  jwksUri: string,
): SettledOptions['revocations'] {
  if (options === false) return false;
  const { every = EVERY_SECONDS, uri = new URL('revocations', jwksUri).href, maxStale } = options;
  requireUrl('revocations.uri', uri);
  if (!(every >= 1 && every <= MAX_EVERY_SECONDS))
    throw new TypeError(`revocations.every must be 1 to ${MAX_EVERY_SECONDS} seconds.`);
  if (maxStale !== undefined && !(Number.isFinite(maxStale) && maxStale > every))
    throw new TypeError('revocations.maxStale must be a number of seconds above revocations.every.');
  return { every, uri, maxStale };
}

function requireUrl(option: string, text: string): void {
  if (!/^https?:$/.test(protocolOf(text))) throw new TypeError(`${option} must be an absolute http or https URL.`);
}

function protocolOf(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}
