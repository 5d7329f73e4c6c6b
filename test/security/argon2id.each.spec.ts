import { expectFailure } from '../support/http/http.js';
import { App, PASSWORD, type SignedUp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const ARGON2ID = /^\$argon2id\$v=19\$m=7168,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

/** The service with argon2id. */
let app: App;
/** The same with bcrypt. */
let bcrypt: Service;
beforeAll(async () => {
  app = await App.start({ PASSWORD_HASH: 'argon2id', ARGON2_MEMORY: '7168', ARGON2_PASSES: '1', BCRYPT_COST: '4' });
  bcrypt = await app.replica({ PASSWORD_HASH: 'bcrypt' });
});
afterAll(() => app.stop());

const login = (service: Service, { email }: { email: string }, password: string) =>
  service.call('POST', '/api/auth/user/login', { body: { email, password } });
const hashOf = async ({ email }: { email: string }) =>
  String((await app.sql('SELECT password_hash FROM users WHERE email = ?', [email]))[0]?.password_hash);
const change = (user: SignedUp, new_password: string) =>
  app.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password }, { token: user.token });

it('sign-ins that replace the hash at the same time as a change of the password never bring the old one back', async () => {
  const NEW = 'another plover and a quince';
  for (let round = 0; round < 5; round++) {
    const user = await app.signUp();
    // The next sign-ins with argon2id replace this hash.
    expect((await login(bcrypt, user, PASSWORD)).status).toBe(200);
    const signIns = Array.from({ length: 4 }, () => login(app.service, user, PASSWORD));
    const [changed, ...answers] = await Promise.all([change(user, NEW), ...signIns]);
    expect(changed.status).toBe(200);
    for (const answer of answers) expect([200, 400]).toContain(answer.status);
    expectFailure(await login(app.service, user, PASSWORD), 'INVALID_CREDENTIALS');
    expect((await login(app.service, user, NEW)).status).toBe(200);
    expect(await hashOf(user)).toMatch(ARGON2ID);
  }
});
