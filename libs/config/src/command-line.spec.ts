import { commandLine } from './command-line.js';

const started = (script: string, execArgv: string[] = []) => ({
  argv: ['/usr/bin/node', script],
  execArgv,
  cwd: () => '/srv/latchkey',
});

it.each([
  ['the command of an image or a package', '/usr/local/bin/latchkey', [], 'latchkey keys rotate'],
  ['a file below the working folder', '/srv/latchkey/dist/cli.js', [], 'node dist/cli.js keys rotate'],
  ['a file elsewhere', '/opt/auth/dist/cli.js', [], 'node /opt/auth/dist/cli.js keys rotate'],
  ['a path with blanks', "/opt/Ada's auth/cli.js", [], String.raw`node '/opt/Ada'\''s auth/cli.js' keys rotate`],
  [
    'a file of settings',
    '/srv/latchkey/dist/cli.js',
    ['--env-file=a.env', '--import', './x.mjs', '--env-file', 'b c.env'],
    "node --env-file=a.env --env-file 'b c.env' dist/cli.js keys rotate",
  ],
  ['the service', '/srv/latchkey/dist/latchkey.js', ['--env-file=secret.env'], 'node dist/cli.js keys rotate'],
])('a hint of %s names a command that can be pasted', (_what, script, options, expected) => {
  expect(commandLine('keys rotate', started(script, options))).toBe(expected);
});
