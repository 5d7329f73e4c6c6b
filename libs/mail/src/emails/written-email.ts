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

/** @param app the subject of an email whose template has none */
export function fill(templates: EmailTemplates, values: object, app: string): WrittenEmail {
  const text = templates.text.fill(values);
  const subject = SUBJECT.exec(text)?.[1] ?? app;
  const html = templates.layout.fill({ ...values, subject, body: templates.html.fill(values) });
  return { subject, text: text.replace(SUBJECT, ''), html };
}
