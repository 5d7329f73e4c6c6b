import { fencedUser, nowOf } from '../support/factors/factors.js';
import { about, expectFailure } from '../support/http/http.js';
import { PASSWORD } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { linkIn, useMail } from '../support/service/mail.js';

const REASON = 'Lost the phone, checked at the counter';
const DELAY = 3_600;

const { app, mail } = useMail({ MFA_RESET_DELAY: String(DELAY), BASE_URL: 'https://auth.example.com' });
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url, SMTP_URL: mail.url });
});
afterAll(() => cli.remove());

const factorsOf = async (uid: string) => (await app.admin('GET', `/users/${uid}/factors`)).json;

describe('the command user factors', () => {
  it('writes the JSON of the admin API, or a table, without the secret', async () => {
    const { uid, email, factorId, secret } = await fencedUser(app);
    expect((await cli.run(['user', 'factors', email, '--json'])).json).toEqual(await factorsOf(uid));
    const { stdout } = await cli.run(['user', 'factors', uid]);
    expect(stdout).toMatch(/^mfa_enabled +true$/m);
    expect(stdout).toMatch(new RegExp(`^${factorId} +totp +Phone `, 'm'));
    expect(stdout).not.toContain(secret);
  });
});

describe('the command user reset-factors', () => {
  it('removes the factors at once without a delay, as the actor cli, and the service mails the user', async () => {
    const { uid, email, refresh_token } = await fencedUser(app);
    const outcome = await cli.run(['user', 'reset-factors', email, '--reason', REASON, '--json']);
    expect(outcome.json).toEqual({ uid, due_at: expect.any(Number) });
    expect(await factorsOf(uid)).toMatchObject({ factors: [], mfa_enabled: false, reset_due_at: null });
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expect(await app.events(uid)).toContainEqual(
      expect.objectContaining({
        type: 'mfa.reset',
        actor: 'cli',
        data: { reason: REASON, passkeys: false, identities: false },
      }),
    );
    await mail.emailAbout(email, /were removed/);
    expect((await app.login(email, PASSWORD)).status).toBe(200);
  });

  it('leaves a delayed reset to the service, whose email has a link of its own address that stops it', async () => {
    const { uid, email } = await fencedUser(app);
    const settings = { MFA_RESET_DELAY: String(DELAY) };
    const { code, stdout } = await cli.run(['user', 'reset-factors', email, '--reason', REASON], { settings });
    expect([code, stdout]).toEqual([0, expect.stringContaining('will be removed at')]);
    expect(await factorsOf(uid)).toMatchObject({ mfa_enabled: true, reset_due_at: expect.any(Number) });
    await app.advance(61);
    const link = linkIn(await mail.emailAbout(email, /will be removed/));
    expect(link).toMatch(/^https:\/\/auth\.example\.com\/api\/auth\/mfa\/reset\/stop\?token=/);
    // The delay counts from the email.
    expect((await factorsOf(uid)).reset_due_at).toEqual(about((await nowOf(app)) + DELAY));
    expect((await app.follow(link, 'POST')).status).toBe(200);
    expect(await factorsOf(uid)).toMatchObject({ mfa_enabled: true, reset_due_at: null });
  });

  it.each([
    ['without a reason', []],
    ['with a short reason', ['--reason', 'short']],
  ])('changes nothing %s', async (_what, words) => {
    const { uid, email } = await fencedUser(app);
    const { code, stdout } = await cli.run(['user', 'reset-factors', email, ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(await factorsOf(uid)).toMatchObject({ mfa_enabled: true, reset_due_at: null });
  });
});

describe('the command export', () => {
  it('writes factors only with --include-factors', async () => {
    const { secret } = await fencedUser(app);
    expect((await cli.run(['export'])).stdout).not.toContain(secret);
    const { stdout } = await cli.run(['export', '--include-factors']);
    expect(stdout).toContain(`"totp":[{"secret":"${secret}"`);
  });
});
