import { parseLocale } from '@app/config';
import { failsWith } from '@app/errors';
import { MayBeLeftOut } from '@app/flows';
import type { EmailPreview, PreviewedKind } from '@app/mail';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

const LANGUAGE = failsWith('INVALID_REQUEST', '$property must be a language tag, such as de or pt-BR');
const isLanguage = (value: unknown) => typeof value === 'string' && parseLocale(value) !== undefined;

export class TemplateQuery {
  @MayBeLeftOut()
  @ValidateBy({ name: 'isLanguage', validator: { validate: isLanguage } }, LANGUAGE)
  @ApiPropertyOptional({ description: 'The language of the reader. Default: that of `MAIL_LOCALE`.', example: 'de' })
  language?: string;
}

export class TemplateView {
  @ApiProperty({ description: 'The kind of email.', example: 'magic-link' })
  kind!: string;

  @ApiProperty({ type: [String], description: 'The languages that have templates.', example: ['en'] })
  languages!: string[];
}

export class TemplateList {
  @ApiProperty({
    description:
      'The language for a reader of any other: `MAIL_LOCALE`, or English for an email that is not written in it.',
    example: 'en',
  })
  default_language!: string;

  @ApiProperty({ type: [TemplateView] })
  templates!: TemplateView[];
}

/** An email with example values. */
export class TemplatePreview {
  @ApiProperty({ example: 'magic-link' })
  kind!: string;

  @ApiProperty({ description: 'The language that a reader with the given one gets.' })
  language!: string;

  @ApiProperty()
  subject!: string;

  @ApiProperty()
  text!: string;

  @ApiProperty()
  html!: string;
}

export function toTemplateList(defaultLanguage: string, templates: PreviewedKind[]): TemplateList {
  return {
    default_language: defaultLanguage,
    templates: templates.map(({ kind, languages }) => ({ kind, languages })),
  };
}

export function toTemplatePreview({ kind, language, subject, text, html }: EmailPreview): TemplatePreview {
  return { kind, language, subject, text, html };
}

/** The HTML for a frame that allows no new windows: a click on a link of the email then does nothing. */
export function toFrame({ html }: EmailPreview): string {
  return html.replace(/<head\b[^>]*>/i, '$&<base target="_blank">');
}
