import { keepId, present, roleClaims } from '../record/account-id.js';
import type { Fields } from '../record/fields.js';
import { namedMd5 } from '../record/hash-texts.js';
import type { Part } from '../record/part.js';
import type { Source } from '../record/source.js';

/** The beginning of what Django stores for a user without a password. */
const UNUSABLE = '!';

/** What a model of users has, also a project's own one. */
const USER_FIELDS = ['password', 'email'];

/** The output of `manage.py dumpdata` for the model of users, and for those of allauth and of django-otp. */
export const django: Source = {
  convert(record) {
    const model = record.requiredText('model').toLowerCase();
    const fields = record.object('fields');
    if (fields === undefined) throw record.wrong('fields', 'an object');
    if (model === 'account.emailaddress') return toAddress(fields);
    if (model === 'socialaccount.socialaccount') return toIdentity(fields);
    if (model === 'otp_totp.totpdevice') return toTotp(fields);
    return USER_FIELDS.every((name) => fields.names.includes(name)) ? toUser(record, fields) : undefined;
  },
};

function toUser(record: Fields, fields: Fields): Part {
  const id = record.text('pk') ?? fields.text('id') ?? fields.requiredText('email');
  const hash = fields.text('password');
  const staff = (fields.flag('is_staff') ?? false) ? ['staff'] : [];
  const superuser = (fields.flag('is_superuser') ?? false) ? ['superuser'] : [];
  return {
    id,
    isUser: true,
    fields: keepId(id, {
      email: fields.text('email'),
      password_hash: hash?.startsWith(UNUSABLE) ? undefined : hash && namedMd5(hash),
      active: fields.flag('is_active') ?? true,
      created_at: fields.time('date_joined'),
      metadata: present({
        username: fields.text('username'),
        first_name: fields.text('first_name'),
        last_name: fields.text('last_name'),
      }),
      claims: roleClaims([...namesOf(fields.list('groups')), ...staff, ...superuser]),
    }),
  };
}

/** Groups are their numbers, or with `--natural-foreign` lists with their names. */
function namesOf(groups: unknown[]): string[] {
  return groups.flatMap((group) => (Array.isArray(group) && typeof group[0] === 'string' ? [group[0]] : []));
}

/** Only the primary address of a user is that of the account. */
function toAddress(fields: Fields): Part | undefined {
  if (!fields.flag('primary')) return undefined;
  const address = { email: fields.requiredText('email'), email_verified: fields.flag('verified') ?? false };
  return { id: fields.requiredText('user'), isUser: false, fields: address };
}

function toIdentity(fields: Fields): Part {
  const identities = [{ provider: fields.requiredText('provider'), subject: fields.requiredText('uid') }];
  return { id: fields.requiredText('user'), isUser: false, fields: { identities } };
}

function toTotp(fields: Fields): Part | undefined {
  if (!fields.flag('confirmed')) return undefined;
  const [digits, period] = [fields.integer('digits'), fields.integer('step')];
  const names = present({ name: fields.text('name') });
  const totp = [{ secret: fields.requiredText('key'), encoding: 'hex' as const, digits, period, ...names }];
  return { id: fields.requiredText('user'), isUser: false, fields: { totp } };
}
