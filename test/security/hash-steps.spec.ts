import { importLines } from '../support/imports/ndjson.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';

describe('the steps of a hash', () => {
  let app: App;
  beforeAll(async () => {
    app = await App.start({ BCRYPT_COST: '4' });
  });
  afterAll(() => app.stop());

  const stepsOf = async (email: string) =>
    (await app.sql('SELECT hash_steps FROM users WHERE email = ?', [email]))[0]?.hash_steps;

  it('are stored with each new hash', async () => {
    const user = await app.signUp();
    expect(await stepsOf(user.email)).toBe(16);
    const change = { old_password: PASSWORD, new_password: 'another plover and a quince' };
    await app.sql('UPDATE users SET hash_steps = NULL');
    expect((await app.patch('/api/auth/user/change-password', change, { token: user.token })).status).toBe(200);
    expect(await stepsOf(user.email)).toBe(16);
    await app.sql('UPDATE users SET hash_steps = NULL');
    expect((await app.admin('PATCH', `/users/${user.uid}`, { password: PASSWORD })).status).toBe(200);
    expect(await stepsOf(user.email)).toBe(16);
  });

  it('are stored for an imported hash, replaced at a sign-in, and null without a password', async () => {
    const [created, imported, without] = [newEmail(), newEmail(), newEmail()];
    // The hash of "U*U", published with crypt_blowfish.
    const password_hash = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
    expect((await app.admin('POST', '/users', { email: created, password_hash })).status).toBe(200);
    await importLines(app, [{ email: imported, password_hash }, { email: without }]);
    expect([await stepsOf(created), await stepsOf(imported), await stepsOf(without)]).toEqual([32, 32, null]);
    expect((await app.login(imported, 'U*U')).status).toBe(200);
    expect([await stepsOf(created), await stepsOf(imported)]).toEqual([32, 16]);
  });
});
