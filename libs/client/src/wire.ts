import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';
type UserPath = Exclude<keyof paths, `/api/admin/${string}`>;
/** Without those of a success: one of them has a code that is no error. */
type ResponsesOf<Operation> = Operation extends { responses: infer Responses }
  ? Responses[Exclude<keyof Responses, 200>]
  : never;
type Responses = { [P in UserPath]: { [M in Method]: ResponsesOf<paths[P][M]> }[Method] }[UserPath];
type CodeOf<R> = R extends { content: { 'application/json': { code: infer Code extends string } } } ? Code : never;
type MethodOf<R> = R extends { content: { 'application/json': { code: string; methods?: (infer M)[] } } }
  ? Extract<M, string>
  : never;

/** Codes of mailed links: in the URL of the page to which they lead, or because another browser has asked for the link. */
type LinkErrorCode = 'LINK_EXPIRED' | 'LINK_ALREADY_USED' | 'LINK_NOT_REQUESTED';

/** Codes for failures without an answer of the service: it was not reached, or a proxy answered. */
type LocalErrorCode = 'NETWORK_ERROR' | 'UNEXPECTED_ANSWER';

/** Codes of the browser: the user or the page has ended the dialog, or the browser cannot use the passkey. */
type PasskeyErrorCode = 'PASSKEY_CANCELLED' | 'PASSKEY_FAILED';

/** Codes of an external provider, in the URL of the page to which it leads back. */
type ProviderErrorCode = 'ACCESS_DENIED' | 'PROVIDER_ERROR';

/** Every code that a call can fail with: those of the OpenAPI document, of links, of providers, of the browser and of failures without an answer. */
export type ErrorCode = CodeOf<Responses> | LinkErrorCode | ProviderErrorCode | LocalErrorCode | PasskeyErrorCode;

/** What a user can prove who they are with. */
export type ProofMethod = MethodOf<Responses>;

/** The error of every failed call. Programs use `code`; `message` is for people. */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError';
  /** How the user can prove who they are: of `MfaError`, and of `REAUTHENTICATION_REQUIRED`. */
  readonly methods: ProofMethod[];

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** The HTTP status; 0 without an answer. */
    readonly status = 0,
    /** How many seconds to wait before the next try, if the service says so. */
    readonly retryAfter?: number,
    { methods = [], ...options }: { cause?: unknown; methods?: ProofMethod[] } = {},
  ) {
    super(message, options);
    this.methods = methods;
  }
}

/** The first step of a sign-in succeeded; `mfaToken` is for the second one. */
export class MfaError extends LatchkeyError {
  constructor(
    /** `MFA_REQUIRED`: prove one of the methods. `MFA_ENROLMENT_REQUIRED`: add a factor of one of these kinds. */
    override readonly code: 'MFA_REQUIRED' | 'MFA_ENROLMENT_REQUIRED',
    message: string,
    readonly mfaToken: string,
    methods: ProofMethod[],
    /** When the token expires, in UNIX epoch seconds. */
    readonly expiry: number,
    status?: number,
    /** The user whom `signUp` has created. */
    readonly uid?: string,
  ) {
    super(code, message, status, undefined, { methods });
  }
}

interface Failure {
  code?: ErrorCode;
  message?: string;
  mfa_token?: string;
  methods?: ProofMethod[];
  expiry?: number;
  uid?: string;
}

/** Converts a failed answer. An answer without a code comes from a proxy, not from the service. */
function errorOf({ status, headers }: Response, body: unknown): LatchkeyError {
  const failure = (body ?? {}) as Failure;
  const { code = 'UNEXPECTED_ANSWER', message = `The service answered ${status}.`, mfa_token, methods = [] } = failure;
  if (mfa_token !== undefined && isMfaCode(code))
    return new MfaError(code, message, mfa_token, methods, failure.expiry ?? 0, status, failure.uid);
  return new LatchkeyError(code, message, status, Number(headers.get('retry-after')) || undefined, { methods });
}

export function isMfaCode(code: string): code is MfaError['code'] {
  return /^MFA_(ENROLMENT_)?REQUIRED$/.test(code);
}

/** A failure without an answer of the service. */
export function localError(code: ErrorCode, message: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError(code, message, 0, undefined, { cause });
}

export type Schemas = components['schemas'];
type UserPaths = { [Path in keyof paths as Path extends `/api/admin/${string}` ? never : Path]: paths[Path] };
export type Wire = Client<UserPaths>;

/** Sends a request: the platform's `fetch`, or a replacement. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Looks up `fetch` at each call, so that later instrumentation works. */
export const platformFetch: Fetch = (request) => globalThis.fetch(request);

/** The typed endpoints of the service. */
export function createWire(baseUrl: string, send: Fetch): Wire {
  const readable = new Set<RequestCredentials>();
  return createFetchClient<UserPaths>({
    baseUrl,
    async fetch(request) {
      const { credentials } = request;
      try {
        const response = await send(request);
        readable.add(credentials);
        await readEmpty(response);
        return response;
      } catch (cause) {
        // The service lets this page read such answers.
        if (readable.has(credentials) || !(await isHidden(baseUrl, cause))) throw cause;
        const message = `The service answers, but the browser does not let this page read the answers. Probably the service does not know the origin ${location.origin}: see its settings APP_URL, COOKIE_ORIGINS and CORS_ORIGINS.`;
        throw localError('NETWORK_ERROR', message, cause);
      }
    },
  });
}

/** `openapi-fetch` reads no empty body. A browser then keeps the request open, and ends it as one that has failed. */
async function readEmpty(response: Response): Promise<void> {
  if (response.headers.get('content-length') === '0') await response.arrayBuffer();
}

/** How long the answer to the question may take, whether there is an answer at all. */
const PROBE_MS = 3_000;

/**
 * Whether a request has failed in the browser alone. It says no more than that no answer was readable (Fetch standard, section 3.3),
 * but sends a request whose answer no page reads.
 */
async function isHidden(baseUrl: string, cause: unknown): Promise<boolean> {
  const atOther = globalThis.location && new URL(baseUrl, location.href).origin !== location.origin;
  // Any other error is that of a request that was cancelled or took too long.
  if (!atOther || !(cause instanceof TypeError)) return false;
  const options = { mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) } as const;
  return platformFetch(new Request(`${baseUrl}/health/live`, options)).then(
    () => true,
    () => false,
  );
}

/** The data of a successful answer. @throws {LatchkeyError} for any other outcome. */
export async function dataOf<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch(unreadable);
  if (!response.ok) throw errorOf(response, error);
  return data as Data;
}

/** The header with an access token. */
export type Bearer = { authorization: string };

export function bearer(token: string): Bearer {
  return { authorization: `Bearer ${token}` };
}

/** A missing or incomplete answer is a network error. An answer that is not JSON is not from the service. */
function unreadable(cause: Error): never {
  if (cause instanceof LatchkeyError) throw cause;
  throw cause.name === 'SyntaxError'
    ? localError('UNEXPECTED_ANSWER', 'This is no answer of the service.', cause)
    : localError('NETWORK_ERROR', 'The service is out of reach.', cause);
}
