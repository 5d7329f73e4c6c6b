// How a provider lies: what it signs, and how it answers.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

const HUGE_BYTES = 1024 ** 3;
const CHUNK = Buffer.alloc(64 * 1024, ' ');

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

let otherKeys;

/**
 * An ID token. The lies of its header and claims replace the true ones; a claim that is null is left out.
 * @param lies `header`, `claims`, and `signature`: `none`, `hmac` (with the public key as the secret), `other` (a key
 * that the provider does not publish) or `broken`
 */
export function idToken(claims, keys, lies = {}) {
  const algorithms = { none: 'none', hmac: 'HS256' };
  const header = { alg: algorithms[lies.signature] ?? 'RS256', kid: keys.kid, ...lies.header };
  const all = Object.entries({ ...claims, ...lies.claims }).filter(([, value]) => value !== null);
  const content = `${encoded(header)}.${encoded(Object.fromEntries(all))}`;
  return `${content}.${signature(content, keys, lies.signature)}`;
}

function signature(content, keys, kind) {
  if (kind === 'none') return '';
  if (kind === 'hmac') {
    const secret = keys.publicKey.export({ type: 'spki', format: 'pem' });
    return createHmac('sha256', secret).update(content).digest('base64url');
  }
  if (kind === 'other') {
    otherKeys ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return sign('sha256', Buffer.from(content), otherKeys.privateKey).toString('base64url');
  }
  const genuine = sign('sha256', Buffer.from(content), keys.privateKey);
  if (kind === 'broken') genuine[0] ^= 1;
  return genuine.toString('base64url');
}

/**
 * Misbehaves at an endpoint instead of answering it.
 * @param lie `hang`, `huge` (an endless answer, until the client closes the connection), `{ redirect: url }`,
 * `{ status, body }` or undefined
 * @returns whether it did
 */
export function misbehaves(lie, request, response, record) {
  if (lie === undefined) return false;
  request.resume();
  response.on('close', () => {
    record.closed = true;
  });
  if (lie === 'huge') stream(response, record);
  else if (lie.redirect) response.writeHead(lie.status ?? 302, { location: lie.redirect }).end();
  else if (lie !== 'hang') response.writeHead(lie.status, { 'content-type': 'application/json' }).end(lie.body);
  return true;
}

/** The answer begins like JSON, and never ends. */
function stream(response, record) {
  record.sent = 0;
  response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  const send = () => {
    while (!response.destroyed && record.sent < HUGE_BYTES) {
      record.sent += CHUNK.length;
      if (!response.write(CHUNK)) return response.once('drain', send);
    }
    response.end('}');
  };
  send();
}
