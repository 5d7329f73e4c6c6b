import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Controller, Get, Header, HttpCode, Injectable, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { BuiltPages } from '../files/static-files.js';
import { type HtmlPage, PageContext, prefersPage, problemPage, sendPage } from './html-page.js';

/** What is on, besides the API. */
interface Offered {
  console: boolean;
  /** The URL of the local inbox. */
  inbox: string | undefined;
}

/** The page at the root. In production it names the product, its sign-in pages and the console only; otherwise it is for developers, in English. */
function homePage(env: Env, offered: Offered, context: PageContext): HtmlPage {
  const root = new URL(`${env.baseUrl}/`).pathname;
  return env.production ? productHome(env, offered, context, root) : developmentHome(env, offered, context, root);
}

/** With the sign-in pages it leads on, since links without another target end here. */
function productHome({ mailConfigured, pages }: Env, offered: Offered, context: PageContext, root: string): HtmlPage {
  const { title, links, console, administrators } = context.texts.home;
  const signIn = { href: `${root}sign-in`, text: context.texts.questions.magic_link.title, about: '' };
  return {
    context,
    title: pages.on ? context.app : title,
    paragraphs: mailConfigured ? [context.say(links)] : [],
    links: [
      ...(pages.on ? [signIn] : []),
      ...(offered.console ? [{ href: `${root}console`, text: console, about: administrators }] : []),
    ],
  };
}

function developmentHome({ pages }: Env, offered: Offered, context: PageContext, root: string): HtmlPage {
  const links = [
    { href: `${root}docs`, text: 'Documentation of the API', about: 'every endpoint, to read and to try' },
    { href: `${root}openapi.json`, text: 'OpenAPI document', about: 'for generated clients' },
  ];
  if (offered.console) {
    const about = 'users, events and settings, for administrators';
    links.unshift({ href: `${root}console`, text: 'Console', about });
  }
  if (pages.on) links.unshift({ href: `${root}sign-in`, text: 'Sign in', about: 'the sign-in page, and the account' });
  if (offered.inbox)
    links.push({ href: offered.inbox, text: 'Inbox', about: 'every email of this service arrives there' });
  const paragraphs = [
    'This is a service for user accounts and sign-in. Web pages and apps call its API below /api/auth, or lead to its ' +
      'sign-in page.',
  ];
  return {
    context: { ...context, language: 'en', direction: 'ltr' },
    title: 'The service is running',
    paragraphs,
    links,
    note: 'In production this page shows nothing of this, but the console if CONSOLE is on.',
  };
}

/** The page for a person whose link had no other target than this service, which can do nothing with its result. */
function arrivalPage({ production }: Env, context: PageContext): HtmlPage {
  const { title, text, signedIn, note } = context.texts.arrival;
  const paragraphs = [text];
  return production ? { context, title, paragraphs } : { context, title: signedIn, paragraphs, note };
}

/** The page of the local inbox, which is known after the start of the service. */
@Injectable()
export class InboxUrl {
  url: string | undefined;
}

/** The root of the service: a page for browsers. It is also the default target of links, so it shows their results. */
@ApiExcludeController()
@Controller()
export class HomeController {
  constructor(
    private readonly env: Env,
    private readonly inbox: InboxUrl,
    private readonly pages: BuiltPages,
  ) {}

  /** Browsers ask for it with every page that names no icon, and report a failure. */
  @Get('favicon.ico')
  @HttpCode(204)
  @Header('Cache-Control', 'public, max-age=86400')
  @Access('public')
  icon(): void {}

  /** @throws {ApiError} NOT_FOUND for a program */
  @Get()
  @Access('public')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!prefersPage(request.headers.accept)) throw new ApiError('NOT_FOUND');
    const { error, rt } = request.query as Record<string, unknown>;
    const context = new PageContext(this.env, request);
    const problem = typeof error === 'string' ? problemPage(context, error) : undefined;
    const page =
      rt === undefined
        ? homePage(this.env, { inbox: this.inbox.url, console: this.pages.console.built }, context)
        : arrivalPage(this.env, context);
    await sendPage(reply, 200, problem ?? page);
  }
}
