import { basename, isAbsolute, relative } from 'node:path';

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** The program and the options of Node.js of a process. */
type Started = Pick<NodeJS.Process, 'argv' | 'execArgv' | 'cwd'>;

/**
 * A command line to paste, for a hint. The command line names itself as it was started, with its files of settings; the service,
 * whose hints also go to browsers, names the command of the guides.
 * @param words the command with its arguments, such as `keys rotate`
 */
export function commandLine(words: string, started: Started = process): string {
  const script = started.argv[1] ?? '';
  const name = basename(script);
  if (name === 'latchkey') return `latchkey ${words}`;
  if (name !== 'cli.js') return `node dist/cli.js ${words}`;
  const near = relative(started.cwd(), script);
  const path = near.startsWith('..') || isAbsolute(near) ? script : near;
  return ['node', ...[...settingsFiles(started.execArgv), path].map(quoted), words].join(' ');
}

/** The options `--env-file=FILE` and `--env-file FILE`. */
function settingsFiles(options: string[]): string[] {
  return options.filter(
    (option, place) => option.startsWith('--env-file') || /^--env-file(?:-if-exists)?$/.test(options[place - 1] ?? ''),
  );
}

/** A word for a shell. */
function quoted(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
