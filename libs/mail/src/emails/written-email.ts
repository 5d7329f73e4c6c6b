import type { Template } from './template.js';

/** A written email. */
export interface WrittenEmail {
  subject: string;
  text: string;
  html: string;
}

/** The templates of an email in one language. */
export interface EmailTemplates {
  text: Template;
  html: Template;
  layout: Template;
}

const SUBJECT = /^Subject: (.+)\n+/;
/** The longest line of a text of the service: some programs show it as it is, in a narrow window. */
const MAX_LINE = 78;

/** @param app the subject of an email whose template has none */
export function fill(templates: EmailTemplates, values: object, app: string): WrittenEmail {
  const filled = templates.text.fill(values);
  const subject = SUBJECT.exec(filled)?.[1] ?? app;
  const text = filled.replace(SUBJECT, '');
  const html = templates.layout.fill({ ...values, subject, body: templates.html.fill(values) });
  return { subject, text: templates.text.source.builtIn ? text.split('\n').map(wrapped).join('\n') : text, html };
}

/** The line in several ones, none of which is too long. A word that is longer is not split: it may be a link. */
function wrapped(line: string): string {
  const [first = '', ...words] = line.split(' ');
  let length = first.length;
  return words.reduce((text, word) => {
    const fits = length + 1 + word.length <= MAX_LINE;
    length = fits ? length + 1 + word.length : word.length;
    return text + (fits ? ' ' : '\n') + word;
  }, first);
}
