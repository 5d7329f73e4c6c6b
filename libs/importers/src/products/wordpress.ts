import { keepId, namedMd5, type Part, present, roleClaims, type Source } from '../source.js';

/** The output of `wp user list`, in JSON or in CSV, or the columns of the table wp_users. */
export const wordpress: Source = {
  marks: ['user_login', 'user_email', 'user_pass'],
  convert(record): Part {
    const id = record.text('ID') ?? record.requiredText('user_login');
    const hash = record.text('user_pass');
    return {
      id,
      isUser: true,
      fields: keepId(id, {
        email: record.text('user_email'),
        password_hash: hash && namedMd5(hash),
        created_at: record.time('user_registered'),
        metadata: present({ username: record.text('user_login'), name: record.text('display_name') }),
        claims: roleClaims((record.text('roles') ?? '').split(',')),
      }),
    };
  },
};
