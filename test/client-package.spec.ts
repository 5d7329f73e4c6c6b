import { ADMIN_TOKEN, App, newEmail, PASSWORD } from './support/app.js';
import { PackedClient } from './support/packed-client.js';

let app: App;
let client: PackedClient;
beforeAll(async () => {
  app = await App.start({ ACCESS_TOKEN_TTL: '1' });
  client = new PackedClient();
});
afterAll(async () => {
  await app.stop();
  client.remove();
});

it('signs up, refreshes and signs out in Node', () => {
  const source = `
    import { createClient } from '@latchkey/client';
    const [baseUrl, email, password] = process.argv.slice(2);
    const reasons = [];
    const client = createClient({ baseUrl, onSignedOut: (reason) => reasons.push(reason) });
    const { uid } = await client.signUp({ email, password });
    const first = await client.accessToken();
    await new Promise((next) => setTimeout(next, 1_100));
    const user = await client.user();
    const refreshed = (await client.accessToken()) !== first;
    const sessions = await client.sessions();
    await client.signOut();
    await client.signIn(email, password);
    console.log(JSON.stringify({ same: user.uid === uid, refreshed, sessions: sessions.length, reasons }));`;
  const told = JSON.parse(client.program(source, app.service.url, newEmail(), PASSWORD));
  expect(told).toEqual({ same: true, refreshed: true, sessions: 1, reasons: ['signed_out'] });
});

it('administers from Node', () => {
  const source = `
    import { createAdminClient } from '@latchkey/client/admin';
    const [baseUrl, adminToken, email] = process.argv.slice(2);
    const admin = createAdminClient({ baseUrl, adminToken });
    await admin.POST('/api/admin/users', { body: { email } });
    const { data } = await admin.GET('/api/admin/users', { params: { query: { email } } });
    console.log(data.users[0].email);`;
  const email = newEmail();
  expect(client.program(source, app.service.url, ADMIN_TOKEN, email)).toBe(`${email}\n`);
});
