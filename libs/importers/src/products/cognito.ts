import { Fields } from '../fields.js';
import { keepId, type Source } from '../source.js';

/** Attributes with a meaning of their own, or without one here. */
const KNOWN = ['sub', 'email', 'email_verified', 'phone_number', 'phone_number_verified', 'identities'];

/** The output of `aws cognito-idp list-users` (JSON), or its attributes as columns (CSV). Cognito gives no hashes. */
export const cognito: Source = {
  marks: ['Attributes', 'sub', 'cognito:username'],
  lists: ['Users'],
  convert(record) {
    const attributes = attributesOf(record);
    const id = attributes.text('sub') ?? record.text('Username') ?? attributes.requiredText('cognito:username');
    return {
      id,
      isUser: true,
      fields: keepId(id, {
        email: attributes.text('email'),
        email_verified: attributes.flag('email_verified') ?? false,
        active: record.flag('Enabled') ?? true,
        created_at: record.time('UserCreateDate'),
        metadata: metadataOf(attributes),
        identities: attributes.objects('identities').map((identity) => ({
          provider: identity.requiredText('providerName'),
          subject: identity.requiredText('userId'),
        })),
      }),
    };
  },
};

function attributesOf(record: Fields): Fields {
  const pairs = record.objects('Attributes');
  if (pairs.length === 0) return record;
  return Fields.of(Object.fromEntries(pairs.map((pair) => [pair.requiredText('Name'), pair.text('Value')])));
}

/** The standard attributes, and the custom ones with the names that the pool gave them. */
function metadataOf(attributes: Fields): Record<string, unknown> {
  const own = attributes.names.filter((name) => /^(?:custom:.+|[a-z_]+)$/.test(name) && !KNOWN.includes(name));
  const set = own.filter((name) => attributes.has(name));
  return Object.fromEntries(set.map((name) => [name.replace('custom:', ''), attributes.text(name)]));
}
