import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Env } from '@app/config';

/**
 * The name by which the service introduces itself to a mail server (EHLO): the one that `SMTP_URL` gives, the full name of this machine,
 * or the host of `BASE_URL`. Many servers refuse a name without a dot, and the address 127.0.0.1.
 */
export function ehloName({ smtpUrl, baseUrl }: Pick<Env, 'smtpUrl' | 'baseUrl'>, machine = hostname()): string {
  const given = smtpUrl === undefined ? null : new URL(smtpUrl).searchParams.get('name');
  const name = given ?? (machine.includes('.') ? machine : new URL(baseUrl).hostname);
  if (name.startsWith('[') && given === null) return `[IPv6:${name.slice(1, -1)}]`;
  return isIP(name) ? `[${name}]` : name;
}

/**
 * Whether the server of the recipient rejected the recipient permanently (RFC 5321, section 4.2.1: 5yz). Postfix refuses the name of
 * the sending machine only here, and that can be corrected.
 */
export function isPermanentRefusal(error: unknown): boolean {
  const {
    responseCode,
    command,
    response = '',
  } = error as Partial<Record<'command' | 'response', string>> & {
    responseCode?: number;
  };
  return (
    command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500 && !/\b(?:helo|ehlo)\b/i.test(response)
  );
}

/** Whether the package of the local inbox is installed. An installation for production leaves it out. */
export function isInboxInstalled(): boolean {
  const folders = createRequire(import.meta.url).resolve.paths('maildev') ?? [];
  return folders.some((folder) => existsSync(join(folder, 'maildev')));
}
