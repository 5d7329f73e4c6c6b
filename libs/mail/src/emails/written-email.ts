import type { Template } from './template.js';

/** A written letter. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** The templates of a letter in one language. */
export interface LetterTemplates {
  text: Template;
  html: Template;
  layout: Template;
}

const SUBJECT = /^Subject: (.+)\n+/;

/** @param app the subject of a letter whose template has none */
export function fill(templates: LetterTemplates, values: object, app: string): Letter {
  const text = templates.text.fill(values);
  const subject = SUBJECT.exec(text)?.[1] ?? app;
  const html = templates.layout.fill({ ...values, subject, body: templates.html.fill(values) });
  return { subject, text: text.replace(SUBJECT, ''), html };
}
