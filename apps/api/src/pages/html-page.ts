import { createHash } from 'node:crypto';
import { type Branding, DEFAULT_THEME, Env, type Scheme } from '@app/config';
import { databaseFailure } from '@app/database';
import { type ApiError, type ErrorCode, ErrorFilter, statusOf } from '@app/errors';
import {
  directionOf,
  LANGUAGES,
  type Language,
  lookUp,
  pageLanguages,
  supportedLanguage,
  timeInWords,
} from '@app/mail';
import { ONE_TIME } from '@app/tokens';
import { type ArgumentsHost, Catch } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import handlebars from 'handlebars';
import ar from './texts/ar.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

/**
 * Whether a client prefers a page to JSON, by its header `Accept` (RFC 9110, section 12.5.1): it names `text/html`, and
 * `application/json` not at all or with a lower weight. Browsers do; programs send JSON, a wildcard or nothing.
 */
export function prefersPage(accept = ''): boolean {
  const weights = new Map(accept.toLowerCase().split(',').map(weightOf));
  const page = weights.get('text/html') ?? 0;
  return page > 0 && page > (weights.get('application/json') ?? 0);
}

function weightOf(part: string): [type: string, weight: number] {
  const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((text) => text.startsWith('q='))?.slice('q='.length) ?? '1';
  return [type, Number.isFinite(Number(weight)) ? Number(weight) : 0];
}

const SCHEMES: Scheme[] = ['light', 'dark'];

/** Custom properties in a color scheme. The check of a theme allows no value that ends the element of the style. */
function colorsIn(scheme: Scheme, values: Iterable<[string, string]>): string {
  const declarations = [...values].map(([name, value]) => `--lk-${name}: ${value};`).join(' ');
  return declarations && `  @media (prefers-color-scheme: ${scheme}) { :root { ${declarations} } }\n`;
}

/** The style of all pages with the colors of the service. Text has a contrast of at least 7 to 1, and focus of at least 3 to 1. */
const STYLE = `
  :root { color-scheme: light dark; }
${SCHEMES.map((scheme) => colorsIn(scheme, Object.entries(DEFAULT_THEME[scheme]))).join('')}  * { box-sizing: border-box; }
  body { margin: 0; padding: 24px 16px; background: var(--lk-page); color: var(--lk-text); font: 16px/1.5 var(--lk-font, system-ui, sans-serif); }
  header, main { max-width: 440px; margin: 0 auto; overflow-wrap: anywhere; }
  header { padding: 0 24px; margin-top: 6vh; color: var(--lk-muted); font-weight: 600; }
  header img { display: block; height: 40px; max-width: min(100%, 224px); object-fit: contain; }
  header a { display: inline-block; max-width: 100%; text-decoration-thickness: 1px; text-underline-offset: 4px; }
  main { margin-top: 16px; padding: 24px; background: var(--lk-card); border-radius: calc(var(--lk-radius, 8px) * 1.5); }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
  p, ul { margin: 0 0 16px; }
  ul { padding-inline-start: 20px; }
  main > :last-child, form > :last-child { margin-bottom: 0; }
  a { color: inherit; }
  .muted { color: var(--lk-muted); font-size: 14px; }
  button { display: block; width: 100%; padding: 12px 24px; border: 2px solid var(--lk-action); border-radius: var(--lk-radius, 8px);
    background: var(--lk-action); color: var(--lk-on-action); font: inherit; font-weight: 600; cursor: pointer; }
  button.second { background: none; color: inherit; }
  .aside { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--lk-line); }
  :focus-visible { outline: 3px solid var(--lk-focus); outline-offset: 2px; }
`;

/** The style of a page, and its source expression in a content security policy. */
interface Style {
  css: string;
  source: string;
}

const styles = new WeakMap<object, Style>();
const PLAIN: Branding = { texts: new Map() };

/** The style with the colors of `BRANDING_DIR`, which are read once. */
function styleWith(branding = PLAIN): Style {
  const { theme } = branding;
  const known = styles.get(branding);
  if (known) return known;
  const css = STYLE + (theme ? SCHEMES.map((scheme) => colorsIn(scheme, theme.values[scheme])).join('') : '');
  const style = { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
  styles.set(branding, style);
  return style;
}

/** The content of a page. All texts are escaped. */
export interface HtmlPage {
  context: Pick<PageContext, 'app' | 'language' | 'direction' | 'branding' | 'logo' | 'productUrl'>;
  title: string;
  paragraphs: string[];
  /** A list below the paragraphs. */
  items?: string[];
  /** A less important paragraph, below the others. */
  note?: string;
  links?: { href: string; text: string; about: string }[];
  /** HTML below the texts, filled by a template that escapes its values. */
  form?: string;
  /** URLs that the form may lead to, besides those of the service. */
  targets?: string[];
}

/** The logo or the name of the product. */
const brand = handlebars.compile('{{#if logo}}<img src="{{logo}}" alt="{{app}}">{{else}}{{app}}{{/if}}', {
  strict: true,
});

const layout = handlebars.compile(
  `<!doctype html>
<html lang="{{language}}" dir="{{direction}}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>{{title}} · {{app}}</title>
    <style>{{{style}}}</style>
  </head>
  <body>
    <header>{{#if productUrl}}<a href="{{productUrl}}">{{> brand}}</a>{{else}}{{> brand}}{{/if}}</header>
    <main>
      <h1>{{title}}</h1>
      {{#each paragraphs}}
      <p>{{this}}</p>
      {{/each}}
      {{#if items}}
      <ul>
        {{#each items}}
        <li>{{this}}</li>
        {{/each}}
      </ul>
      {{/if}}
      {{#if links}}
      <ul>
        {{#each links}}
        <li><a href="{{href}}">{{text}}</a>{{#if about}}: {{about}}{{/if}}</li>
        {{/each}}
      </ul>
      {{/if}}
      {{#if note}}
      <p class="muted">{{note}}</p>
      {{/if}}
      {{{form}}}
    </main>
  </body>
</html>
`,
  { strict: true },
);

/** Sends a page. It runs nothing, loads nothing but the logo, cannot be framed, and only its form can send anything. */
export async function sendPage(reply: FastifyReply, status: number, page: HtmlPage): Promise<void> {
  const { targets = [], items = [], links = [], note = '', form = '' } = page;
  const { app, language, direction, branding, logo = '', productUrl = '' } = page.context;
  const style = styleWith(branding);
  await reply
    .status(status)
    .header('content-security-policy', policyFor(targets, style, logo))
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(
      layout(
        { ...page, app, logo, productUrl, language, direction, items, links, note, form, style: style.css },
        { partials: { brand } },
      ),
    );
}

/** Browsers apply `form-action` also to the redirect that answers the form. */
function policyFor(targets: string[], { source }: Style, logo: string): string {
  const origins = new Set(targets.map((target) => new URL(target).origin));
  const leads = ["form-action 'self'", ...origins].join(' ');
  const images = logo && "img-src 'self'; ";
  return `default-src 'none'; style-src ${source}; ${images}${leads}; base-uri 'none'; frame-ancestors 'none'`;
}

type PageTexts = typeof en;

/** The texts of the pages by language. Each `{{name}}` in them is replaced by a value. */
export const PAGE_TEXTS: Record<Language, PageTexts> = { en, de, fr, es, pt, ar };

const replaced = new WeakMap<Branding, Map<string, PageTexts>>();

/** The texts in a language, of which `BRANDING_DIR` replaces some. What a further language lacks is in English. */
function textsWith(language: string, branding: Branding | undefined): PageTexts {
  const texts = PAGE_TEXTS[supportedLanguage(language, '')];
  if (!branding) return texts;
  const known = replaced.get(branding) ?? new Map<string, PageTexts>();
  replaced.set(branding, known);
  const found = known.get(language) ?? withOwn(texts, ownTexts(language, branding));
  known.set(language, found);
  return found;
}

/** As in the sign-in pages, those of `pt-BR` count for `pt`, too, if it has none itself. */
function ownTexts(language: string, { texts }: Branding): Record<string, string> {
  const [primary] = language.split('-');
  const near = [...texts.keys()].find((tag) => tag.split('-')[0] === primary);
  return texts.get(language) ?? texts.get(near ?? '') ?? {};
}

function withOwn<Node extends object>(node: Node, own: Record<string, string>, path = ''): Node {
  const entries = Object.entries(node).map(([name, value]) => {
    const key = path + name;
    return [name, typeof value === 'string' ? (own[key] ?? value) : withOwn(value, own, `${key}.`)];
  });
  return Object.fromEntries(entries);
}

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

/** Of which errors a person reads what. All other codes are errors of programs. */
const PROBLEMS: Partial<Record<ErrorCode, keyof PageTexts['problems']>> = {
  INVALID_LINK: 'INVALID_LINK',
  LINK_EXPIRED: 'LINK_EXPIRED',
  LINK_ALREADY_USED: 'LINK_ALREADY_USED',
  USER_DISABLED: 'USER_DISABLED',
  EMAIL_ALREADY_IN_USE: 'EMAIL_ALREADY_IN_USE',
  INVALID_STATE: 'INVALID_STATE',
  INVALID_REDIRECT_URL: 'INVALID_REDIRECT_URL',
  TOO_MANY_REQUESTS: 'TOO_MANY_REQUESTS',
  UNAVAILABLE: 'UNAVAILABLE',
  INTERNAL_ERROR: 'UNAVAILABLE',
};

/** The page about an error; undefined for an error that only programs cause. */
export function problemPage(context: PageContext, code: string): HtmlPage | undefined {
  const problem = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as ErrorCode] : undefined;
  if (problem === undefined) return undefined;
  return pageAbout(context, problem);
}

/** The page about a problem that is none of the API. */
export function pageAbout(context: PageContext, problem: keyof PageTexts['problems']): HtmlPage {
  const { title, text } = context.texts.problems[problem];
  return { context, title, paragraphs: [text] };
}

/** Answers the errors of endpoints that people open: by a page if the client is a browser, otherwise like all errors. */
@Catch()
export class PageErrorFilter extends ErrorFilter {
  constructor(
    host: HttpAdapterHost,
    private readonly env: Env,
  ) {
    super(host, databaseFailure);
  }

  protected override answer(error: ApiError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const context = new PageContext(this.env, request);
    const secured = error.code === 'LINK_ALREADY_USED' && request.url.includes(`/${ONE_TIME.secure_account.link.path}`);
    const page = secured ? pageAbout(context, 'ACCOUNT_SECURED') : problemPage(context, error.code);
    const isBrowser = prefersPage(request.headers.accept);
    if (page && isBrowser) void sendPage(http.getResponse<FastifyReply>(), statusOf(error.code), page);
    else super.answer(error, host);
  }
}
