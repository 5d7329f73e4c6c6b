import { Fields } from '../record/fields.js';
import { unpadded } from '../record/hash-texts.js';
import { type Omission, omission, passwordOmission, type TotpFields } from '../record/part.js';

interface Credentials {
  password_hash?: string;
  totp: TotpFields[];
  omissions: Omission[];
}

const NONE = Fields.of({});

export function readCredentials(credentials: Fields[]): Credentials {
  const read: Credentials = { totp: [], omissions: [] };
  for (const credential of credentials) {
    const type = credential.requiredText('type');
    const secret = credential.object('secretData') ?? NONE;
    const data = credential.object('credentialData') ?? NONE;
    if (type === 'password') read.password_hash = hashOf(secret, data, read.omissions);
    else if (type === 'otp' && data.text('subType') !== 'hotp') read.totp.push(toTotp(credential, secret, data));
    else read.omissions.push(omission('INVALID_FACTOR', `A credential of the type ${type} cannot be imported.`));
  }
  return read;
}

function hashOf(secret: Fields, data: Fields, omissions: Omission[]): string | undefined {
  const algorithm = data.text('algorithm') ?? 'pbkdf2';
  const [salt, value] = [secret.requiredText('salt'), secret.requiredText('value')].map(unpadded);
  const iterations = data.integer('hashIterations') ?? 1;
  const [, digest = 'sha1'] = /^pbkdf2(?:-(sha\d+))?$/.exec(algorithm) ?? [];
  if (algorithm.startsWith('pbkdf2')) return `$pbkdf2-${digest}$i=${iterations}$${salt}$${value}`;
  if (algorithm === 'argon2') return `$argon2${argon2Of(data, iterations)}$${salt}$${value}`;
  omissions.push(passwordOmission('INVALID_HASH', `The password has a hash of the algorithm ${algorithm}.`));
  return undefined;
}

/** Each parameter is a list with one text. */
function argon2Of(data: Fields, iterations: number): string {
  const parameters = data.object('additionalParameters') ?? NONE;
  const first = (name: string, initial: string) => parameters.texts(name)[0] ?? initial;
  return `${first('type', 'id')}$v=19$m=${first('memory', '7168')},t=${iterations},p=${first('parallelism', '1')}`;
}

function toTotp(credential: Fields, secret: Fields, data: Fields): TotpFields {
  const name = credential.text('userLabel');
  return {
    secret: secret.requiredText('value'),
    encoding: data.text('secretEncoding') === 'BASE32' ? 'base32' : 'ascii',
    algorithm: (data.text('algorithm') ?? 'HmacSHA1').replace(/^Hmac/, ''),
    digits: data.integer('digits'),
    period: data.integer('period'),
    ...(name === undefined ? {} : { name }),
  };
}
