import type { FastifyReply } from 'fastify';
import handlebars from 'handlebars';
import type { PageContext } from './page-context.js';
import { type Style, styleWith } from './style.js';

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
