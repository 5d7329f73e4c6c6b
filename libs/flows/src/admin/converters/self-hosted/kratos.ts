import { parseUrl } from '@app/config';
import { normaliseEmail } from '@app/users';
import { keepId } from '../record/account-id.js';
import { Fields } from '../record/fields.js';
import { firebaseHash } from '../record/hash-texts.js';
import type { Part, TotpFields } from '../record/part.js';
import type { Source } from '../record/source.js';
import { readPasskeys } from './kratos-passkeys.js';

const NONE = Fields.of({});

/** Identities of the admin API of Ory Kratos, with their credentials. */
export const kratos: Source = {
  marks: ['traits', 'schema_id'],
  lists: ['identities'],
  convert(record, options): Part {
    const id = record.requiredText('id');
    const { email: _email, ...traits } = record.object('traits')?.plain ?? {};
    const credentials = record.object('credentials') ?? NONE;
    const configOf = (type: string) => credentials.object(type)?.object('config') ?? NONE;
    const { passkeys, isSecondFactor, omissions } = readPasskeys(id, credentials, options.rpId);
    return {
      id,
      isUser: true,
      fields: keepId(id, {
        ...addressOf(record),
        password_hash: hashOf(configOf('password')),
        active: record.text('state') !== 'inactive',
        created_at: record.time('created_at'),
        metadata: traits,
        claims: record.object('metadata_public')?.plain,
        totp: totpOf(configOf('totp')),
        passkeys,
        // An authenticator app is asked for anyway.
        mfa_enabled: isSecondFactor || undefined,
        identities: configOf('oidc')
          .objects('providers')
          .map((provider) => ({
            provider: provider.requiredText('provider'),
            subject: provider.requiredText('subject'),
          })),
      }),
      omissions,
    };
  },
};

/** The trait "email", or the first address that Kratos verifies. */
function addressOf(record: Fields): { email?: string; email_verified: boolean } {
  const addresses = record.objects('verifiable_addresses').filter((each) => each.text('via') === 'email');
  const email = record.object('traits')?.text('email') ?? addresses[0]?.text('value');
  const own = addresses.find((each) => formOf(each.text('value')) === formOf(email));
  return { email, email_verified: own?.flag('verified') ?? false };
}

/** Kratos may write the domain of one address by its A-label, and of the other in Unicode. */
function formOf(email = ''): string {
  return normaliseEmail(email) ?? email;
}

function totpOf(config: Fields): TotpFields[] | undefined {
  const url = config.text('totp_url');
  if (url === undefined) return undefined;
  const parameters = parseUrl(url)?.searchParams ?? new URLSearchParams();
  const secret = parameters.get('secret');
  if (secret === null) throw config.wrong('totp_url', 'an otpauth URL with a secret');
  const numberOf = (name: string) => (parameters.has(name) ? Number(parameters.get(name)) : undefined);
  const algorithm = parameters.get('algorithm') ?? undefined;
  return [{ secret, encoding: 'base32', algorithm, digits: numberOf('digits'), period: numberOf('period') }];
}

function hashOf(config: Fields): string | undefined {
  const hash = config.text('hashed_password');
  const firebase = /^\$firescrypt\$ln=(\d+),r=(\d+),p=1\$([^$]+)\$([^$]+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '');
  if (firebase) {
    const [, memCost, rounds, salt = '', digest = '', saltSeparator = '', signerKey = ''] = firebase;
    return firebaseHash({ memCost: Number(memCost), rounds: Number(rounds), saltSeparator, signerKey }, salt, digest);
  }
  // Kratos writes the cost N of scrypt as "ln", where the PHC form has its logarithm.
  return hash?.replace(/^\$scrypt\$ln=(\d{3,})/, (_all, cost) => `$scrypt$ln=${Math.log2(Number(cost))}`);
}
