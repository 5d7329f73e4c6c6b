import { type ErrorCode, isMfaCode, LatchkeyError, MfaError, type ProofMethod } from '../errors.js';
import { type Tokens, tokensOf } from './tokens.js';

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
export function readLink(url: string): LinkOutcome | undefined {
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
