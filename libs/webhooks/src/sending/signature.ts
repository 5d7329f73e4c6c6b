import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A signing secret as Standard Webhooks 1.0 writes it. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** A message as it is signed and sent. */
export interface SignedMessage {
  /** The same in every try. */
  id: string;
  /** Of this try, in seconds since the UNIX epoch. */
  timestamp: number;
  body: string;
}

/** The headers of a message (Standard Webhooks 1.0), with one signature for each secret. */
export function signatureHeaders({ id, timestamp, body }: SignedMessage, secrets: string[]): Record<string, string> {
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signed.join(' ') };
}
