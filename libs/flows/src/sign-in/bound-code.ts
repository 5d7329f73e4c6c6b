import { createHash, timingSafeEqual } from 'node:crypto';
import type { SessionKey } from '@app/tokens';

/** What a code that the URL of a page gets stands for. It works only with the verifier of its challenge (RFC 7636). */
export interface BoundCode {
  /** Only the browser that began the sign-in knows the verifier of it. */
  codeChallenge: string;
}

/** A used code, and the session that it has opened. */
export interface UsedCode extends BoundCode {
  session?: SessionKey;
}

/** The challenges that are codes in the URL of a page. */
export const CODES = ['external_code', 'link_code', 'page_code'] as const;
export const CODE_SECONDS = 60;
/** The rows of used codes stay this long, so that a second use ends the session of the first. */
export const USED_CODE_SECONDS = 900;

/** Whether a text is the verifier of a challenge (RFC 7636, section 4.6, S256). */
export function isVerifierOf(codeChallenge: string, verifier: string): boolean {
  const expected = Buffer.from(codeChallenge, 'base64url');
  const given = createHash('sha256').update(verifier).digest();
  return expected.length === given.length && timingSafeEqual(expected, given);
}
