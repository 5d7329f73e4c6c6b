import type { Branding, Env } from '@app/config';
import { directionOf, LANGUAGES, lookUp, pageLanguages, timeInWords } from '@app/mail';
import type { FastifyRequest } from 'fastify';
import { type PageTexts, textsWith } from './page-texts.js';

/** The query of the URL of a page, in a template: its form goes to the same URL. */
export const PAGE_QUERY = '?token={{token}}{{#if locale}}&amp;locale={{locale}}{{/if}}';

/** Around a value in a text of the other direction of writing (Unicode, annex 9): first strong isolate, and its end. */
const ISOLATED = ['\u2068', '\u2069'];

/** Where the header of a page leads: to the product; undefined where `APP_URL` is the service itself. */
export function productUrlOf({ appUrl, baseUrl }: Pick<Env, 'appUrl' | 'baseUrl'>): string | undefined {
  return appUrl.replace(/\/$/, '') === baseUrl ? undefined : appUrl;
}

/** For whom a page is written: the product, and the language of the reader. */
export class PageContext {
  /** The name of the product. */
  readonly app: string;
  /** One of the service, or of `BRANDING_DIR`. */
  readonly language: string;
  readonly texts: PageTexts;
  /** The language that the URL of the page names; empty if it names none. */
  readonly locale: string;
  readonly branding: Branding | undefined;
  /** Where the product is; undefined where that is the service itself. */
  readonly productUrl: string | undefined;
  /** The URL of the logo of `BRANDING_DIR`. */
  readonly logo: string | undefined;

  /** @param request its `locale` in the URL is the language, else that of its `Accept-Language`, else `MAIL_LOCALE` */
  constructor(env: Pick<Env, 'appName' | 'appUrl' | 'mailLocale' | 'baseUrl' | 'pages'>, request: FastifyRequest) {
    const { appName, mailLocale, baseUrl, pages } = env;
    const { branding } = pages;
    const { locale } = request.query as Record<string, unknown>;
    const named = typeof locale === 'string' ? locale : undefined;
    this.app = appName;
    const languages = pageLanguages({ pages });
    const preferred = named ?? request.headers['accept-language'] ?? '';
    this.language = lookUp(preferred, languages) ?? lookUp(mailLocale, languages) ?? LANGUAGES[0];
    this.locale = lookUp(named ?? '', languages) ?? '';
    this.texts = textsWith(this.language, branding);
    this.branding = branding;
    this.productUrl = productUrlOf(env);
    this.logo = branding?.logo === undefined ? undefined : `${new URL(`${baseUrl}/`).pathname}branding/logo.svg`;
  }

  get direction(): 'ltr' | 'rtl' {
    return directionOf(this.language);
  }

  /** A text with its values, besides the name of the product. */
  say(text: string, values: Record<string, string> = {}): string {
    const [start, end] = this.direction === 'rtl' ? ISOLATED : ['', ''];
    const all: Record<string, string> = { app: this.app, ...values };
    return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => `${start}${all[name] ?? place}${end}`);
  }

  /** A number in the language. */
  number(value: number): string {
    return new Intl.NumberFormat(this.language).format(value);
  }

  /** A time in words, in UTC. */
  time(seconds: number): string {
    return timeInWords(seconds, this.language);
  }
}
