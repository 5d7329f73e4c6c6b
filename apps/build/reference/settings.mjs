import { code, item, page, plain, prose } from './markdown.mjs';
import { found, SETTING_GROUPS, SETTINGS } from './sources.mjs';

const WIDTH = 120;

const INTRODUCTION = `The service reads its settings at the start, from the environment and from \`.env\` in the working folder.
\`.env.example\` has them with their defaults. If a value is not allowed, the service does not start, and the error names the allowed ones. An
empty value counts as not set. \`latchkey doctor\` checks the settings, and the console shows those in force.`;

/** The values that a setting may have, in words, without the default. */
const allowedOf = (name) => found.development.get(name).allowed.replace(/\s*\(default.*\)$/, '');

const shownDefault = (value) => (value === undefined || value === '' ? 'none' : code(value));

/** The default in each mode, in Markdown. */
function defaultsOf(name) {
  const [production, strict, development] = ['production', 'strict', 'development'].map(
    (mode) => found[mode].get(name).fallback,
  );
  const { byDefault } = SETTINGS[name];
  if (byDefault) return [`- **Default:** ${prose(byDefault)}`];
  const [usual, developing, safer] = [production, development, strict].map(shownDefault);
  return [
    `- **Default:** ${usual === developing ? usual : `production: ${usual}; development: ${developing}`}`,
    safer === usual ? undefined : `- **With \`SECURITY_PROFILE=strict\`:** ${safer}`,
  ];
}

function setting(name) {
  const { meaning, see, shown } = SETTINGS[name];
  const more = see && `- **See:** [${see}](${see.replace('docs/', '../')})`;
  const secret = shown === 'secret' ? '- **Secret:** no log, message or page shows it' : undefined;
  return [
    item(name),
    prose(meaning),
    [...defaultsOf(name), `- **Allowed:** ${allowedText(name)}`, secret, more].flat().filter(Boolean).join('\n'),
  ];
}

/** Words of a list become code; other texts are no Markdown. */
function allowedText(name) {
  const allowed = allowedOf(name);
  const words = allowed.split(', ');
  return words.every((word) => /^[\w-]+$/.test(word)) ? words.map(code).join(', ') : plain(allowed);
}

export const settings = page(
  'Settings',
  INTRODUCTION,
  Object.entries(SETTING_GROUPS).map(([group, table]) => [`## ${group}`, Object.keys(table).map(setting)]),
);

/** A text without Markdown as lines of a comment. */
function comment(text) {
  const lines = [''];
  for (const word of text.replaceAll('`', '').split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length + 1 > WIDTH && lines.at(-1) !== '') lines.push(` ${word}`);
    else lines[lines.length - 1] = line;
  }
  return lines.map((line) => `#${line}`).join('\n');
}

function exampleLine(name) {
  const { meaning, see, byDefault } = SETTINGS[name];
  const defaults = defaultsOf(name)
    .filter(Boolean)
    .map((line) => line.replace(/^- |\*\*/g, ''));
  const one = found.production.get(name).fallback ?? '';
  const same = !byDefault && ['strict', 'development'].every((mode) => (found[mode].get(name).fallback ?? '') === one);
  const texts = [
    meaning,
    `Allowed: ${allowedOf(name)}.`,
    ...(same ? [] : [`${defaults.join('. ')}.`]),
    see && `See ${see}.`,
  ];
  return `${comment(texts.filter(Boolean).join(' '))}\n${name}=${same ? one : ''}`;
}

const HEADER = [
  'All settings of the service with their defaults. Copy this file to .env and change it as needed. Variables of the environment override .env.',
  'Made from the code by npm run docs:reference.',
].map(comment);

export const envExample = `${HEADER.join('\n')}\n\n${Object.keys(SETTINGS).map(exampleLine).join('\n')}\n`;
