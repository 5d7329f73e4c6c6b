import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { ConsolePage } from '../support/browser/console-page.js';
import { importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const USERS = 130;

describeInBrowser('the lists of the console', () => {
  const app = useApp({ CONSOLE: 'on', RATE_LIMIT: 'off' });
  const role = `role-${randomUUID()}`;
  const claims = JSON.stringify({ roles: [role] });
  let checkedBrowser: CheckedBrowser;
  let consolePage: ConsolePage;
  beforeAll(async () => {
    await importLines(
      app,
      Array.from({ length: USERS }, () => ({ email: newEmail(), claims })),
    );
    checkedBrowser = await CheckedBrowser.start();
    consolePage = await ConsolePage.signedIn(app, checkedBrowser);
  });
  afterAll(() => checkedBrowser.stop());

  const inspect = async (name: string) =>
    expect(await checkedBrowser.inspect(`console-${name}`, consolePage.page)).toEqual([]);
  const choose = (label: string, value: string) =>
    consolePage.page.getByLabel(label, { exact: true }).selectOption(value);

  it('filters users, and keeps the filters in the address', async () => {
    const email = newEmail();
    await app.admin('POST', '/users', { email, password: PASSWORD, claims });
    await consolePage.show('/users', 'Users');
    expect(await consolePage.button('Change all users of the list').count()).toBe(0);
    await consolePage.press('More filters');
    await consolePage.field('Role').fill(role);
    await consolePage.field('Role').press('Enter');
    await choose('Password set', 'true');
    await consolePage.rows(1);
    expect(consolePage.path).toBe(`/users?role=${role}&password=true`);
    await choose('Administers', 'true');
    await consolePage.says('No user matches.');
    await consolePage.page.goBack();
    await consolePage.rows(1);
    await consolePage.show(`/users?role=${role}&password=true`, 'Users');
    expect(await consolePage.field('Role').inputValue()).toBe(role);
    expect(await consolePage.row(email).count()).toBe(1);
    await inspect('users-filtered');
  });

  it('saves a filtered list as CSV', async () => {
    await consolePage.show(`/users?role=${role}`, 'Users');
    const [file] = await Promise.all([consolePage.page.waitForEvent('download'), consolePage.press('Save as CSV')]);
    expect(file.suggestedFilename()).toBe('users.csv');
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines.length).toBeGreaterThan(USERS);
    expect(lines[0]).toMatch(/^uid,email,/);
  });

  it('changes all users of a list after a count, and shows how many', async () => {
    await consolePage.show(`/users?role=${role}&password=false`, 'Users');
    await consolePage.press('Change all users of the list');
    await consolePage.dialog.getByLabel('Action').selectOption('disable');
    await inspect('users-bulk');
    await consolePage.pressInDialog('Count the users');
    await consolePage.says(`Disable: ${USERS} users. 0 are so already.`);
    await inspect('users-bulk-question');
    expect((await app.admin('GET', `/users?role=${role}&active=false`)).json.users).toHaveLength(0);
    await consolePage.pressInDialog('Disable');
    await consolePage.says(`${USERS} users were changed.`);
    await inspect('users-bulk-done');
    await consolePage.pressInDialog('Back to the list');
    await consolePage.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await consolePage.row('disabled').first().waitFor();
    expect(await consolePage.row('disabled').count()).toBe(50);
    await consolePage.press('Change all users of the list');
    await consolePage.dialog.getByLabel('Action').selectOption('enable');
    await consolePage.pressInDialog('Count the users');
    await consolePage.says(`Enable: ${USERS} users. 0 are so already.`);
    await consolePage.pressInDialog('Enable');
    await consolePage.says(`${USERS} users were changed.`);
    await consolePage.pressInDialog('Back to the list');
    await consolePage.row('disabled').first().waitFor({ state: 'hidden' });
  });

  it('shows the failure of a bulk action, and lets it be tried again', async () => {
    await consolePage.show(`/users?role=${role}`, 'Users');
    await consolePage.press('Change all users of the list');
    const body = JSON.stringify({ code: 'UNAVAILABLE', message: 'The database cannot be reached.' });
    const pattern = '**/api/admin/users/bulk';
    await consolePage.page.route(pattern, (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body }),
    );
    await consolePage.pressInDialog('Count the users');
    await consolePage.says('The database cannot be reached.');
    await consolePage.page.unroute(pattern);
    await consolePage.pressInDialog('Count the users');
    await consolePage.says(/^End all sessions: 0 users\./);
    await consolePage.pressInDialog('Cancel');
  });

  it('shows why sign-ins of a user were refused', async () => {
    const email = newEmail();
    const { uid } = (await app.admin('POST', '/users', { email, password: PASSWORD })).json;
    await consolePage.show(`/users/${uid}`, email);
    expect(await consolePage.page.getByText('Refused sign-ins').count()).toBe(0);
    await app.login(email, 'wrong password');
    await app.disable(uid);
    await app.login(email, PASSWORD);
    await consolePage.show(`/users/${uid}`, email);
    await consolePage.says('The password was wrong.');
    await consolePage.says('The account is disabled.');
    await inspect('user-refused');
  });

  it('finds the events of a user by the email, with names and seconds', async () => {
    const { token, id } = await app.adminToken(['write'], { name: 'Nightly sync' });
    const email = newEmail();
    await app.admin('POST', '/users', { email }, token);
    await consolePage.show('/events', 'Events');
    await consolePage.field('Email').fill(email);
    await consolePage.field('Email').press('Enter');
    await consolePage.rows(1);
    const text = await consolePage.row('user.created').textContent();
    expect(text).toContain('Nightly sync');
    expect(text).toContain(`admin:${id}`);
    expect(text).toContain(email);
    expect(text).toMatch(/\d:\d\d:\d\d/);
    await inspect('events-names');
  });
});
