import { App, newEmail, PASSWORD } from './support/app.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let app: App;
beforeAll(async () => {
  app = await App.start();
});
afterAll(() => app.stop());

describe('create', () => {
  it('answers with the uid alone, a UUID version 7 in lower case', async () => {
    const answer = await app.post('/api/auth/user/create', {
      email: newEmail(),
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['uid']);
    expect(answer.json.uid).toMatch(UUID_V7);
  });

  it('answers with tokens when login is true', async () => {
    const answer = await app.post('/api/auth/user/create', {
      email: newEmail(),
      password: PASSWORD,
      login: true,
    });
    expect(Object.keys(answer.json).sort()).toEqual(
      ['email_verified', 'expiry', 'metadata', 'refresh_token', 'token', 'uid'].sort(),
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('get', () => {
  it('answers with the whole record', async () => {
    const user = await app.signUp({
      metadata: ' {"b": 1, "a": "ü" } ',
      email_verified: true,
    });
    const before = Math.floor(Date.now() / 1000) - 60;
    const { json } = await app.get('/api/auth/user', { token: user.token });
    expect(json).toEqual({
      uid: user.uid,
      email: user.email,
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      last_login: expect.any(Number),
      active: true,
      email_verified: true,
      metadata: ' {"b": 1, "a": "ü" } ',
    });
    expect(json.created_at).toBeGreaterThan(before);
  });
});
