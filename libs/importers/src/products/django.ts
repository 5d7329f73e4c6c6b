import type { Fields } from '../fields.js';
import { namedMd5, type Part, partOf, present, roleClaims, type Source, userOf } from '../source.js';

/** The beginning of what Django stores for a user without a password. */
const UNUSABLE = '!';

/** Its users sign in by username. A project's own model may have the email in its place. */
const DEFAULT_MODEL = 'auth.user';

/** What a model of users has, also a project's own one. */
const USER_FIELDS = ['password', 'email'];

/** The output of `manage.py dumpdata` for the model of users, and for those of allauth and of django-otp. */
export const django: Source = {
  marks: ['model'],
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
  const [username, email] = [fields.text('username'), fields.text('email')];
  const id = record.text('pk') ?? fields.text('id') ?? username ?? fields.requiredText('email');
  const hash = fields.text('password');
  const staff = (fields.flag('is_staff') ?? false) ? ['staff'] : [];
  const superuser = (fields.flag('is_superuser') ?? false) ? ['superuser'] : [];
  const keys = [username, record.text('model') === DEFAULT_MODEL ? undefined : email];
  const user = userOf(id, {
    email,
    password_hash: hash?.startsWith(UNUSABLE) ? undefined : hash && namedMd5(hash),
    active: fields.flag('is_active') ?? true,
    created_at: fields.time('date_joined'),
    metadata: present({ username, first_name: fields.text('first_name'), last_name: fields.text('last_name') }),
    claims: roleClaims([...namesOf(fields.list('groups')), ...staff, ...superuser]),
  });
  return { ...user, names: keys.flatMap((key) => (key ? [naturalKey([key])] : [])) };
}

/** Groups are their numbers, or with `--natural-foreign` lists with their names. */
function namesOf(groups: unknown[]): string[] {
  return groups.flatMap((group) => (Array.isArray(group) && typeof group[0] === 'string' ? [group[0]] : []));
}

/** The number of a user, or with `--natural-foreign` a list with the text that is the name of the user in this project. */
function ownerOf(fields: Fields): string {
  return Array.isArray(fields.plain.user) ? naturalKey(fields.texts('user')) : fields.requiredText('user');
}

/** Not the form of a number or of a UUID. */
const naturalKey = (key: string[]) => JSON.stringify(key);

/** Only the primary address of a user is that of the account. */
function toAddress(fields: Fields): Part | undefined {
  if (!fields.flag('primary')) return undefined;
  const address = { email: fields.requiredText('email'), email_verified: fields.flag('verified') ?? false };
  return partOf(ownerOf(fields), address);
}

function toIdentity(fields: Fields): Part {
  const identities = [{ provider: fields.requiredText('provider'), subject: fields.requiredText('uid') }];
  return partOf(ownerOf(fields), { identities });
}

function toTotp(fields: Fields): Part | undefined {
  if (!fields.flag('confirmed')) return undefined;
  const [digits, period] = [fields.integer('digits'), fields.integer('step')];
  const names = present({ name: fields.text('name') });
  const totp = [{ secret: fields.requiredText('key'), encoding: 'hex' as const, digits, period, ...names }];
  return partOf(ownerOf(fields), { totp });
}
