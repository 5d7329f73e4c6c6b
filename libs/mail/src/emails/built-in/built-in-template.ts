import type { EmailKind } from '../email-kinds.js';
import { directionOf, type Language } from '../languages.js';
import { EMAIL_PARTS, type Part } from './email-parts.js';
import { textOf } from './email-texts.js';
import { htmlFormat, type PartFormat, textFormat } from './part-formats.js';

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
  return EMAIL_PARTS[kind].map((part) => parts.write(part)).join('');
}

/** Writes the parts of one email. */
class EmailParts {
  constructor(
    private readonly format: PartFormat,
    private readonly text: (name: string) => string,
  ) {}

  write(part: Part): string {
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
        return format.line('{{scopes}}');
      case 'token':
        return format.line('{{name}}: {{scopes}}');
      case 'keys':
        return format.line('{{keys}}');
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
