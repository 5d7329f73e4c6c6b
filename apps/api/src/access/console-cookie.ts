/** The cookie of the console. */
export interface ConsoleCookie {
  name: string;
  /** Its attributes in `Set-Cookie`. @param seconds its lifetime; 0 deletes it */
  attributes: (seconds: number) => string;
}

/**
 * With TLS, the prefix of the name makes browsers refuse the cookie from any other host and without TLS (RFC 6265bis,
 * section 4.1.3).
 */
export function consoleCookie(baseUrl: string): ConsoleCookie {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-latchkey_console' : 'latchkey_console',
    attributes: (seconds) => `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? '; Secure' : ''}`,
  };
}
