import { ConsoleBrowser, onceOf } from '../support/browser/console-session.js';
import { expectFailure } from '../support/http/expect.js';
import { App, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { freePort } from '../support/service/free-port.mjs';
import { type Answer, describeOnTerminal } from '../support/service/terminal.js';

const NEW_PASSWORD = 'zebra copper lantern';
const ENTER = '\r';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

const app = useApp();
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

async function run(words: string[], answers: Answer[]): Promise<{ code: number; screen: string }> {
  const terminal = cli.onTerminal(words, answers);
  return { code: await terminal.exited(), screen: terminal.screen };
}

describeOnTerminal('the command line on a terminal', () => {
  it('asks for a new password twice and never shows it', async () => {
    const { email } = await app.signUp();
    const answers: Answer[] = [
      ['Password: ', NEW_PASSWORD + ENTER],
      ['again: ', NEW_PASSWORD + ENTER],
    ];
    const { code, screen } = await run(['user', 'set-password', email], answers);
    expect({ code, screen }).toEqual({ code: 0, screen: expect.stringContaining('is set. All sessions have ended.') });
    for (const word of NEW_PASSWORD.split(' ')) expect(screen).not.toContain(word);
    expectFailure(await app.login(email, PASSWORD), 'INVALID_CREDENTIALS');
    expect((await app.login(email, NEW_PASSWORD)).status).toBe(200);
  });

  it.each<[string, Answer[], string]>([
    [
      'two different passwords',
      [
        ['Password: ', `${NEW_PASSWORD}${ENTER}`],
        ['again: ', `x${ENTER}`],
      ],
      'differ',
    ],
    ['Ctrl-C', [['Password: ', CTRL_C]], 'no password was entered'],
    ['Ctrl-D', [['Password: ', CTRL_D]], 'no password was entered'],
    [
      'Ctrl-C at the second question',
      [
        ['Password: ', `${NEW_PASSWORD}${ENTER}`],
        ['again: ', CTRL_C],
      ],
      'no password',
    ],
  ])('changes no password after %s, and says so in one sentence', async (_what, answers, message) => {
    const { email } = await app.signUp();
    const { code, screen } = await run(['user', 'set-password', email], answers);
    expect({ code, screen }).toEqual({ code: 1, screen: expect.stringContaining(message) });
    expect(screen).toContain('nothing was changed');
    expect(screen).not.toMatch(/\n\s+at /);
    expect((await app.login(email, PASSWORD)).status).toBe(200);
  });

  it.each([
    ['n', `n${ENTER}`],
    ['Enter', ENTER],
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('deletes no user after the answer %s', async (_what, typed) => {
    const { uid, token } = await app.signUp();
    const { code, screen } = await run(['user', 'delete', uid], [['[y/N] ', typed]]);
    expect({ code, screen }).toEqual({ code: 1, screen: expect.stringContaining('nothing was deleted') });
    expect(screen).not.toMatch(/\n\s+at /);
    expect((await app.get('/api/auth/user', { token })).status).toBe(200);
  });

  it('deletes a user after the answer y', async () => {
    const { uid, token } = await app.signUp();
    expect((await run(['user', 'delete', uid], [['[y/N] ', `y${ENTER}`]])).code).toBe(0);
    expectFailure(await app.get('/api/auth/user', { token }), 'USER_NOT_FOUND');
  });
});

describeOnTerminal('the command console-link in production', () => {
  let live: App;
  let operator: Cli;
  beforeAll(async () => {
    const port = String(await freePort());
    const settings = { NODE_ENV: 'production', PORT: port, BASE_URL: `http://localhost:${port}`, CONSOLE: 'on' };
    live = await App.start(settings);
    operator = new Cli({ DATABASE_URL: live.database.url, ...settings });
  });
  afterAll(async () => {
    operator.remove();
    await live.stop();
  });

  const answer = async (typed: string) => {
    const terminal = operator.onTerminal(['console-link', '--production'], [['[y/N] ', typed]]);
    return { code: await terminal.exited(), screen: terminal.screen };
  };

  it('makes a link after the answer y, which signs in once', async () => {
    const { code, screen } = await answer(`y${ENTER}`);
    expect(code).toBe(0);
    expect((await new ConsoleBrowser(live).signIn({ once: onceOf(screen) })).status).toBe(200);
    expectFailure(await new ConsoleBrowser(live).signIn({ once: onceOf(screen) }), 'NOT_AUTHENTICATED');
  });

  it.each([`n${ENTER}`, ENTER, CTRL_C])('makes none after the answer %j', async (typed) => {
    const { code, screen } = await answer(typed);
    expect([code, onceOf(screen)]).toEqual([1, '']);
    expect(screen).toContain('no link was made');
  });

  it.each([
    ['this is production', [], {}],
    ['no terminal', ['--production'], {}],
    ['the console is off', ['--production'], { CONSOLE: 'off' }],
    ['BASE_URL is missing', ['--production'], { BASE_URL: '' }],
  ])('makes none, and says why: %s', async (message, words, settings) => {
    const outcome = await operator.run(['console-link', ...words], { settings });
    expect([outcome.stdout, outcome.messages]).toEqual(['', expect.stringContaining(message)]);
  });
});

describe('the password on standard input', () => {
  it.each([
    ['nothing', '', /has no password/],
    ['only a line break', '\n', /has no password/],
    ['two lines', 'one line\nanother\n', /must have one line/],
    ['too many bytes', 'x'.repeat(5_000), /too long for a password/],
    ['bytes that are not UTF-8', Buffer.from('zebra \xff copper', 'latin1'), /not valid UTF-8/],
  ])('is refused as wrong usage when it is %s', async (_what, input, message) => {
    const { email } = await app.signUp();
    const { code, stdout, failure } = await cli.run(['user', 'set-password', email, '--json'], { input });
    expect({ code, stdout, failure }).toEqual({
      code: 2,
      stdout: '',
      failure: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) },
    });
  });

  it('must meet the rules for passwords, and the message says what would help', async () => {
    const { email } = await app.signUp();
    const { code, failure } = await cli.run(['user', 'set-password', email, '--json'], { input: 'password1' });
    expect({ code, failure }).toMatchObject({ code: 1, failure: { code: 'WEAK_PASSWORD' } });
    expect(failure.message.length).toBeGreaterThan(20);
  });
});
