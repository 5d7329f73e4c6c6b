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
