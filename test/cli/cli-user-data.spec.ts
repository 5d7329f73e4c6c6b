import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { useApp } from '../support/service/app.js';
import { Cli, expectRefusal } from '../support/service/cli.js';

const app = useApp();
let cli: Cli;
beforeAll(() => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

describe('the command user export', () => {
  it('writes the document of the admin API to standard output, by email', async () => {
    const { uid, email } = await app.signUp();
    const { code, json } = await cli.run(['user', 'export', email]);
    const { json: expected } = await app.admin('GET', `/users/${uid}/export`);
    // The second export has the event of both.
    expect({ code, json }).toEqual({ code: 0, json: { ...expected, events: expected.events.slice(0, -1) } });
    expect(json.events.at(-1)).toMatchObject({ type: 'user.exported', actor: 'cli', ip: null });
  });

  it('writes a file that only its owner can read, by uid', async () => {
    const { uid } = await app.signUp();
    const { code, json } = await cli.run(['user', 'export', uid, '--output', 'ada.json', '--json']);
    expect({ code, json }).toEqual({ code: 0, json: { uid, output: 'ada.json' } });
    const file = join(cli.folder, 'ada.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).users).toEqual([expect.objectContaining({ uid })]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('refuses an unknown user and creates no file', async () => {
    const outcome = await cli.run(['user', 'export', 'unknown@example.com', '--output', 'none.json']);
    expectRefusal(outcome, 1, /There is no such user/);
    expect(() => statSync(join(cli.folder, 'none.json'))).toThrow('ENOENT');
  });
});
