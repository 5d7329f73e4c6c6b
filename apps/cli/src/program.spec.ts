import 'reflect-metadata';
import { run } from './program.js';

/** The exit code and the output of a command line that ends before it reads a setting. */
async function outcome(words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { argv } = process;
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    }),
  );
  process.argv = ['node', 'latchkey', ...words];
  try {
    return { code: await run(words), ...written };
  } finally {
    process.argv = argv;
    for (const spy of spies) spy.mockRestore();
  }
}

describe('latchkey --help', () => {
  /** Each command with the words that its help must have. */
  const COMMANDS: [command: string, ...named: string[]][] = [
    ['', 'migrate', 'admin-token', 'doctor', 'Exit codes: 0 done, 1 failed, 2 wrong usage'],
    ['migrate', '--json'],
    ['admin-token', 'create', 'list', 'revoke'],
    ['admin-token create', '<name>', '--scopes', 'export', '--expires-in', '--expires-at', '--json'],
    ['admin-token list', '--json'],
    ['webhook', 'add', 'list', 'update', 'remove', 'test', 'replay', 'deliveries'],
    ['webhook add', '<url>', '--types', '--after', '--ordered', '--json'],
    ['webhook update', '--active', '--json'],
    ['webhook remove', '<id>', '--json'],
    ['webhook replay', '--after', '--until', '--only-failed', '--json'],
    ['webhook deliveries', '--status', '--cursor', '--json'],
    ['admin-token revoke', '<id>', '--json'],
    ['doctor', '--json', 'Exit codes'],
    ['user', 'create', 'list', 'set-password', 'show', 'disable', 'enable', 'delete'],
    [
      'user create',
      '<email>',
      '--no-password',
      '--password-hash',
      '--verified',
      '--metadata',
      'standard input',
      '--json',
    ],
    [
      'user list',
      '--search',
      '--active',
      '--email-verified',
      '--created-after',
      '--order',
      '--limit',
      '--cursor',
      '--role',
      '--last-login-before',
      '--csv',
      '--json',
    ],
    ['user bulk', 'end-sessions', 'require-mfa', 'disable', 'enable', '--dry-run', '--yes', '--role', '--json'],
    ['user set-password', '<uid-or-email>', 'standard input', '--json'],
    ['user show', '<uid-or-email>', '--json'],
    ['user disable', '<uid-or-email>', 'sessions', '--json'],
    ['user enable', '<uid-or-email>', '--json'],
    ['user delete', '<uid-or-email>', '--yes', '--json'],
    ['keys', 'list', 'rotate'],
    ['keys list', '--json'],
    ['keys rotate', '--json', 'no user is signed'],
    [
      'import',
      '[file...]',
      '--from',
      '--from-database',
      'better-auth',
      '--dry-run',
      '--resume',
      '--map',
      '--json',
      'list',
      'undo',
      'Exit codes: 0',
    ],
    ['import list', '--json', 'newest first'],
    ['import undo', '<batch>', '--json'],
    ['export', '--include-hashes', '--output <file>', '--json'],
  ];

  it.each(COMMANDS)(
    'after the command "%s" names its subcommands, arguments and options',
    async (command, ...named) => {
      const { code, stdout, stderr } = await outcome([...command.split(' ').filter(Boolean), '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const name of named) expect(stdout).toContain(name);
    },
  );

  it('is printed by a command line without a command', async () => {
    const { code, stdout } = await outcome([]);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: latchkey');
  });
});

const CREATE = ['admin-token', 'create', 'x', '--scopes', 'read'];

describe('latchkey with wrong usage', () => {
  it.each([
    ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
    ['a group without its command', ['admin-token'], /Usage: latchkey admin-token/],
    ['an unknown command of a group', ['admin-token', 'steal'], /unknown command 'steal'/],
    ['an unknown option', ['doctor', '--fix'], /unknown option '--fix'/],
    ['too many words', ['migrate', 'now'], /too many arguments/],
    ['a missing word', ['admin-token', 'revoke'], /missing required argument 'id'/],
    ['no scopes', ['admin-token', 'create', 'x'], /--scopes <list>' not specified/],
    ['an unknown scope', ['admin-token', 'create', 'x', '--scopes', 'read,root'], /scopes must be a list of/],
    ['an empty name', ['admin-token', 'create', '', '--scopes', 'read'], /name must be/],
    ['a long name', ['admin-token', 'create', 'x'.repeat(101), '--scopes', 'read'], /name must be/],
    ['an expiry in words', [...CREATE, '--expires-at', 'soon'], /expires_at/],
    ['a duration without a unit', [...CREATE, '--expires-in', '90'], /90d/],
    ['a duration of zero', [...CREATE, '--expires-in', '0d'], /90d/],
    ['a filter of another form', ['user', 'list', '--active', 'maybe'], /active must be true or false/],
    ['a limit of zero', ['user', 'list', '--limit', '0'], /limit must be an integer from 1 to 200/],
    ['a password as an argument', ['user', 'set-password', 'ada@example.com', 'secret'], /too many arguments/],
    [
      'an option for a password',
      ['user', 'create', 'ada@example.com', '--password', 'x'],
      /unknown option '--password'/,
    ],
    ['an import without a file', ['import'], /missing required argument 'file'/],
    [
      'an import of a database and a file',
      ['import', '--from-database', 'sqlite:a', 'b'],
      /cannot be used with a file/,
    ],
    [
      'a dry run of a database',
      ['import', '--from-database', 'sqlite:a', '--dry-run'],
      /cannot be used with --dry-run/,
    ],
    [
      'a database with the options of a file',
      ['import', '--from-database', 'sqlite:a', '--from', 'csv'],
      /with --from\b/,
    ],
    ['two expiries', [...CREATE, '--expires-in', '1d', '--expires-at', '9'], /cannot be used with/],
  ])('(%s) exits with code 2 and prints one sentence', async (_what, words, message) => {
    const { code, stdout, stderr } = await outcome(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it.each([
    ['an unknown command', ['frobnicate']],
    ['a group without its command', ['admin-token']],
    ['no scopes', ['admin-token', 'create', 'x']],
    ['an unknown scope', ['admin-token', 'create', 'x', '--scopes', 'read,root']],
  ])('(%s) prints one JSON document with --json', async (_what, words) => {
    const { code, stdout, stderr } = await outcome([...words, '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({ code: 'INVALID_REQUEST', message: expect.stringMatching(/\S/) });
  });
});
