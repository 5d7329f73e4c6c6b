import { Fields } from '../fields.js';
import {
  type LeftOut,
  type Omission,
  omission,
  type Part,
  passwordOmission,
  present,
  roleClaims,
  type Source,
  type TotpFields,
  unpadded,
  userOf,
} from '../source.js';

interface Credentials {
  password_hash?: string;
  totp: TotpFields[];
  omissions: Omission[];
}

const NONE = Fields.of({});

function readCredentials(credentials: Fields[]): Credentials {
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

/** Roles that Keycloak gives to every user. */
const BUILT_IN = /^(?:default-roles-.*|offline_access|uma_authorization)$/;

const BUILT_IN_CLIENT = / of the client (?:account|account-console|broker)$/;
/** The longest name in a report. */
const MOST_CHARACTERS = 200;

/** The users of a realm, as `kc.sh export` writes them. */
export const keycloak: Source = {
  marks: ['createdTimestamp', 'credentials', 'requiredActions', 'realmRoles', 'serviceAccountClientId'],
  lists: ['users'],
  convert(record): Part | LeftOut {
    const id = record.text('id') ?? record.requiredText('username');
    if (record.has('serviceAccountClientId'))
      return { id, leftOut: 'The account of a service is left out: it is no user.' };
    const { omissions, ...credentials } = readCredentials(record.objects('credentials'));
    const fields = {
      ...credentials,
      email: record.text('email'),
      email_verified: record.flag('emailVerified') ?? false,
      active: record.flag('enabled') ?? true,
      created_at: record.time('createdTimestamp'),
      metadata: metadataOf(record),
      claims: roleClaims(record.texts('realmRoles').filter((role) => !BUILT_IN.test(role))),
      identities: record.objects('federatedIdentities').map((identity) => ({
        provider: identity.requiredText('identityProvider'),
        subject: identity.requiredText('userId'),
      })),
    };
    return userOf(id, fields, [...omissions, ...othersOf(record)]);
  },
};

/** The names and the attributes of a user; a list of one value becomes the value. */
function metadataOf(record: Fields): Record<string, unknown> {
  const attributes = Object.entries((record.object('attributes') ?? NONE).plain);
  const single = attributes.map(([name, value]) => [
    name,
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  ]);
  return {
    ...present({
      username: record.text('username'),
      first_name: record.text('firstName'),
      last_name: record.text('lastName'),
    }),
    ...Object.fromEntries(single),
  };
}

/** What a user has in Keycloak and not here. */
function othersOf(record: Fields): Omission[] {
  const clients = record.object('clientRoles') ?? NONE;
  const roles = clients.names.flatMap((client) =>
    clients.texts(client).map((role) => `role ${role} of the client ${client}`),
  );
  const consents = record
    .objects('clientConsents')
    .map((consent) => `consent to the client ${consent.requiredText('clientId')}`);
  const left = [
    ...record.texts('groups').map((group) => `group ${group}`),
    ...roles.filter((role) => !BUILT_IN_CLIENT.test(role)),
    ...record.texts('requiredActions').map((action) => `required action ${action}`),
    ...consents,
  ];
  const federated = record.has('federationLink') && record.objects('credentials').length === 0;
  const password = federated
    ? [passwordOmission(undefined, 'The password is in the directory that Keycloak asks.')]
    : [];
  const others = left.map((name) => omission(undefined, `The ${name.slice(0, MOST_CHARACTERS)} is left out.`));
  return [...others, ...password];
}
