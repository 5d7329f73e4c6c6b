/** How the parts of an email are written in one of its two formats, as a part of a Handlebars template. */
export interface PartFormat {
  paragraph(text: string): string;
  /** Small print. */
  small(sentences: string[]): string;
  link(label: string, copy: string): string;
  code(): string;
  /** A paragraph that a code ends. */
  withCode(text: string): string;
  /** Values on a line of their own. */
  line(values: string): string;
  /** What is only there if a value is not empty. */
  given(value: string, then: string, otherwise?: string): string;
}

/** @param colon the colon of the language, with the blank before it if it has one */
export function textFormat(colon: string): PartFormat {
  const paragraph = (text: string) => `${text}\n\n`;
  return {
    paragraph,
    small: (sentences) => paragraph(sentences.join('\n')),
    link: (label) => paragraph(`${label}${colon}`) + paragraph('{{link}}'),
    code: () => paragraph('{{code}}'),
    withCode: (text) => paragraph(text) + paragraph('{{code}}'),
    line: paragraph,
    given,
  };
}

const SMALL = 'class="small" style="color: {{mutedColor}}; font-size: 13px;"';
const BUTTON =
  'display: inline-block; padding: 12px 20px; background: {{actionColor}}; color: {{onActionColor}}; text-decoration: none; border-radius: 6px;';
const EMPHASIZED = ['account', 'newEmail', 'scopes', 'name', 'keys'];

/** @param isolated whether values are in elements of their own, since they may have the other direction of writing */
export function htmlFormat(isolated: boolean): PartFormat {
  const marked = (text: string) =>
    text.replaceAll(/{{(\w+)}}/g, (value, name) => {
      const inner = isolated ? `<bdi>${value}</bdi>` : value;
      return EMPHASIZED.includes(name) ? `<strong>${inner}</strong>` : inner;
    });
  const paragraph = (text: string) => `<p>${marked(text)}</p>\n`;
  return {
    paragraph,
    small: (sentences) => `<p ${SMALL}>${marked(sentences.join(' '))}</p>\n`,
    link: (label, copy) =>
      `<p style="margin: 24px 0;">\n  <a class="button" href="{{link}}" style="${BUTTON}">${label}</a>\n</p>\n` +
      `<p ${SMALL}>${copy}<br><a class="text" dir="ltr" href="{{link}}" style="color: {{textColor}};">{{link}}</a></p>\n`,
    code: () => '<p style="margin: 24px 0; font-size: 28px; letter-spacing: 4px;"><strong>{{code}}</strong></p>\n',
    withCode: (text) => `<p>${marked(text)} <strong style="letter-spacing: 2px;">{{code}}</strong></p>\n`,
    line: paragraph,
    given,
  };
}

function given(value: string, then: string, otherwise?: string): string {
  const alternative = otherwise === undefined ? '' : `{{else}}\n${otherwise}`;
  return `{{#if ${value}}}\n${then}${alternative}{{/if}}\n`;
}
