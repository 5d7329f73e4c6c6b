import { capital, code, item, page, plain, prose, table } from './markdown.mjs';
import { CLI_CODES, latchkey } from './sources.mjs';

const INTRODUCTION = `The commands of \`node dist/cli.js\`, which the guide to the [command line](../command-line.md) explains. \`--help\` after each
command prints the same. Each command has the option \`--json\`.`;

/** The text that a command prints below the list of its options, as paragraphs. */
function helpAfter(command) {
  let printed = '';
  command.configureOutput({ writeOut: (text) => (printed += text) });
  command.outputHelp();
  const after = printed.slice(command.helpInformation().length);
  return after.split(/\n{2,}/).map((paragraph) => plain(paragraph.replace(/\s*\n\s*/g, ' ').trim()));
}

/** The commands that do something, with their whole names. */
function leavesOf(command, path = []) {
  return command.commands.flatMap((child) => {
    const name = [...path, child.name()];
    const own = child.commands.length === 0 || child.registeredArguments.length > 0;
    return [...(own ? [{ name: name.join(' '), command: child }] : []), ...leavesOf(child, name)];
  });
}

function usageOf(argument) {
  const word = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${word}>` : `[${word}]`;
}

/** An option as a row of a table. */
function rowOf({ flags, description, mandatory, defaultValue, argChoices }) {
  const further = [
    mandatory ? '(required)' : '',
    argChoices ? `(${argChoices.join(', ')})` : '',
    defaultValue === undefined ? '' : `(default ${defaultValue})`,
  ];
  return [code(flags), plain([description, ...further].filter(Boolean).join(' '))];
}

/** All commands have `--json`, which the introduction explains. */
const isSpecial = ({ long }) => long !== '--json';

function entry({ name, command }) {
  const words = command.registeredArguments;
  const described = words.filter(({ description }) => description);
  const options = command.options.filter(isSpecial);
  return [
    item([name, ...words.map(usageOf)].join(' ')),
    `${plain(capital(command.description()))}.`,
    described.length > 0
      ? table(
          ['argument', 'meaning'],
          described.map((argument) => [code(argument.name()), plain(argument.description)]),
        )
      : undefined,
    options.length > 0 ? table(['option', 'meaning'], options.map(rowOf)) : undefined,
    helpAfter(command),
  ];
}

const program = latchkey();
const leaves = leavesOf(program);

export const commandLine = page(
  'Command line',
  INTRODUCTION,
  helpAfter(program),
  '## Commands',
  leaves.map(entry),
  '## Codes',
  'With `--json`, the last line of standard error of a failed command has a code: an [error code](error-codes.md), or one of these.',
  table(
    ['code', 'meaning and what to do'],
    Object.entries(CLI_CODES).map(([name, text]) => [code(name), prose(text)]),
  ),
);
