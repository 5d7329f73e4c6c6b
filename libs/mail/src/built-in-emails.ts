import { EMAILS, type EmailKind, type EmailPart } from './email-kinds.js';
import ar from './emails/built-in/texts/ar.json' with { type: 'json' };
import de from './emails/built-in/texts/de.json' with { type: 'json' };
import en from './emails/built-in/texts/en.json' with { type: 'json' };
import es from './emails/built-in/texts/es.json' with { type: 'json' };
import fr from './emails/built-in/texts/fr.json' with { type: 'json' };
import pt from './emails/built-in/texts/pt.json' with { type: 'json' };
import { directionOf, type Language, supportedLanguage } from './languages.js';

/** The texts of the emails by language. They are parts of Handlebars templates, and without characters that HTML escapes. */
export const EMAIL_TEXTS: Record<Language, typeof en> = { en, de, fr, es, pt, ar };

/** A text of an email, or else the one with this name that all emails of the language share. */
function textOf(kind: EmailKind, language: Language, name: string): string {
  const { common, [kind]: own } = EMAIL_TEXTS[language];
  const text = { ...common, ...own }[name as keyof typeof common];
  if (text === undefined) throw new Error(`The email ${kind} has no text ${name} in the language ${language}.`);
  return text;
}

/** How a sign-in began, in words. @param method as sessions name it */
export function methodInWords(method: string, locale: string): string {
  const { methods } = EMAIL_TEXTS[supportedLanguage(locale, '')];
  return methods[method as keyof typeof methods] ?? method;
}

/** How the parts of an email are written in one of its two formats, as a part of a Handlebars template. */
interface PartFormat {
  paragraph(text: string): string;
  /** Small print. */
  small(sentences: string[]): string;
  link(label: string, copy: string): string;
  code(): string;
  /** A paragraph that a code ends. */
  withCode(text: string): string;
  /** What is only there if a value is not empty. */
  given(value: string, then: string, otherwise?: string): string;
}

/** @param colon the colon of the language, with the blank before it if it has one */
function textFormat(colon: string): PartFormat {
  const paragraph = (text: string) => `${text}\n\n`;
  return {
    paragraph,
    small: (sentences) => paragraph(sentences.join('\n')),
    link: (label) => paragraph(`${label}${colon}`) + paragraph('{{link}}'),
    code: () => paragraph('{{code}}'),
    withCode: (text) => paragraph(text) + paragraph('{{code}}'),
    given,
  };
}

const SMALL = 'class="small" style="color: {{mutedColor}}; font-size: 13px;"';
const BUTTON =
  'display: inline-block; padding: 12px 20px; background: {{actionColor}}; color: {{onActionColor}}; text-decoration: none; border-radius: 6px;';
const EMPHASIZED = ['account', 'newEmail', 'scopes', 'name', 'keys'];

/** @param isolated whether values are in elements of their own, since they may have the other direction of writing */
function htmlFormat(isolated: boolean): PartFormat {
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
    given,
  };
}

function given(value: string, then: string, otherwise?: string): string {
  const alternative = otherwise === undefined ? '' : `{{else}}\n${otherwise}`;
  return `{{#if ${value}}}\n${then}${alternative}{{/if}}\n`;
}

/** The Handlebars source of the text of an email: its subject, its parts, and the product. */
export function builtInText(kind: EmailKind, language: Language): string {
  const format = textFormat(textOf(kind, language, 'colon'));
  const subject = `Subject: ${textOf(kind, language, 'subject')}\n\n`;
  return `${subject}${bodyOf(kind, language, format)}-- \n{{app}}, {{appUrl}}\n`;
}

/** The Handlebars source of the HTML of an email, without the layout around it. */
export function builtInHtml(kind: EmailKind, language: Language): string {
  const isRightToLeft = directionOf(language) === 'rtl';
  const body = bodyOf(kind, language, htmlFormat(isRightToLeft));
  // The layout of an operator may not have the direction.
  return isRightToLeft ? `<div dir="rtl">\n${body}</div>\n` : body;
}

function bodyOf(kind: EmailKind, language: Language, format: PartFormat): string {
  const parts = new EmailParts(format, (name) => textOf(kind, language, name));
  return EMAILS[kind].parts.map((part) => parts.write(part)).join('');
}

/** Writes the parts of one email. */
class EmailParts {
  constructor(
    private readonly format: PartFormat,
    private readonly text: (name: string) => string,
  ) {}

  write(part: EmailPart): string {
    const { format, text } = this;
    switch (part) {
      case 'happened':
        return format.paragraph(`${text('happened')}${this.browser()}.`);
      case 'administered':
        return format.paragraph(`${text('happened')}.`);
      case 'requested':
        return format.small([`${text('requested')}${this.browser()}.`, text('ignore')]);
      case 'reason':
        return format.small([text('reason')]);
      case 'button':
        return format.link(text('button'), text('copy'));
      case 'code':
        return format.code();
      case 'orCode':
        return format.given('code', format.withCode(text('orCode')));
      case 'needsFactor':
        return format.given('needsFactor', format.paragraph(text('needsFactor')));
      case 'more':
        return format.given('more', format.paragraph(text('more')));
      case 'scopes':
        return format.paragraph('{{scopes}}');
      case 'token':
        return format.paragraph('{{name}}: {{scopes}}');
      case 'keys':
        return format.paragraph('{{keys}}');
      case 'leaked':
        return format.given('leaked', format.paragraph(text('leaked')));
      case 'secureIfLink':
        return format.given('link', this.secure());
      case 'secureOrElse':
        return format.given('link', this.secure(), this.write('otherwise'));
      default:
        return format.paragraph(text(part));
    }
  }

  private secure(): string {
    return this.write('secure') + this.write('button');
  }

  /** The browser of the cause of the email, if it is known. */
  private browser(): string {
    const { text } = this;
    return `{{#if browser}} {{#if system}}${text('browserAndSystem')}{{else}}${text('browser')}{{/if}}{{/if}}`;
  }
}
