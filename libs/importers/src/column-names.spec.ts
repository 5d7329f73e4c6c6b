import { ColumnNames, Fields } from './fields.js';

describe('the columns of a table', () => {
  it.each(['Password_Hash', ' password_hash ', 'password-hash', 'PASSWORD HASH'])(
    'are found by another spelling of their name: %s',
    (name) => {
      const record = Fields.of({ [name]: 'x' }, '', new ColumnNames([name]));
      expect([record.has('password_hash'), record.text('password_hash')]).toEqual([true, 'x']);
    },
  );

  it('are found by their own name first', () => {
    const columns = new ColumnNames(['Email', 'email']);
    expect([columns.find('email'), columns.find('Email')]).toEqual(['email', 'Email']);
    expect(new ColumnNames(['Email']).find(' ')).toBeUndefined();
  });

  it('are refused if two have another spelling of a name', () => {
    expect(() => new ColumnNames(['Email', 'EMAIL']).find('email')).toThrow(
      'The columns "Email" and "EMAIL" are both "email": rename one.',
    );
  });

  it('are not read until a converter asks for them', () => {
    const columns = new ColumnNames(['Email', 'passwordHash', 'name', '']);
    expect([columns.has('name'), columns.find('email'), columns.find('password_hash')]).toEqual([
      true,
      'Email',
      undefined,
    ]);
    expect(columns.unread).toEqual(['passwordHash', 'name']);
  });
});
