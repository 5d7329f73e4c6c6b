import { isIP } from 'node:net';
import { Env } from '@app/config';
import { type Provider, Providers } from '@app/federation';
import { browserOf, LinkConsumer } from '@app/flows';
import { pageLanguages } from '@app/mail';
import type { Link } from '@app/tokens';
import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { SessionCookie } from '../access/session-cookie.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { productUrlOf } from './html-page.js';

const DOORS = ['password', 'magic_link', 'email_code', 'passkey'] as const;
type Door = (typeof DOORS)[number];

class UiProvider extends Answer({
  id: t.string(),
  name: t.string('For people.'),
}) {}

/** What `BRANDING_DIR` has besides the colors. */
class UiBranding extends Answer({
  logo: t.boolean('Whether `/branding/logo.svg` exists.'),
  texts: t.strings('The languages of `/branding/texts/{language}.json`.'),
}) {}

export class UiFacts extends Answer({
  app_name: t.string('The name of the product.'),
  app_url: t.orNull(t.string('Where the product is: `APP_URL`; null where that is the service itself.')),
  sign_up: t.oneOf(['open', 'off'], '`off`: only an administrator can create an account.'),
  doors: t.someOf(DOORS, 'The ways to sign in, besides the providers.'),
  providers: t.list(UiProvider, 'The external providers that are switched on.'),
  password_min_length: t.integer('The minimum length of a new password in characters.'),
  trusted_device_ttl: t.integer(
    'For how many seconds a user can trust a device with a session in a cookie; 0 for not at all.',
  ),
  locales: t.strings('The languages of the pages, as tags such as `de` or `pt-BR`.'),
  terms_url: t.orNull(t.string('The terms of the product; null for none.')),
  privacy_url: t.orNull(t.string('What the product does with personal data; null for none.')),
  branding: t.view(UiBranding),
  signed_in: t.optional(
    t.boolean(
      'Whether the pages of the service have a session in this browser. Only for these pages, which then need no failing request to find out: left out for pages of other origins, and with `HOSTED_PAGES=off`.',
    ),
  ),
}) {}

export class LinkFactsRequest extends Request({
  token: f.text('INVALID_LINK', 'The `token` of a reset link or of a magic link.'),
}) {}

/** What a screen says about a link before its user uses it up. */
export class LinkFacts extends Answer({
  email: t.string('The account, or the email that gets one.'),
  asked_at: t.integer('When the email was asked for, in UNIX epoch seconds.'),
  browser: t.string('The kind of browser that asked for it, such as `Firefox`; empty if it is not known.'),
  system: t.string('Its system, such as `Windows`; empty if it is not known.'),
}) {}

function toLinkFacts({ email, createdAt, userAgent }: Link): LinkFacts {
  return { email, asked_at: createdAt, ...browserOf(userAgent ?? '') };
}

/** @param origin that of the page that asks; undefined for one of the service, and for a program */
function toUiFacts(env: Env, providers: Provider[], origin: string | undefined): UiFacts {
  const { branding } = env.pages;
  return {
    app_name: env.appName,
    app_url: productUrlOf(env) ?? null,
    sign_up: env.signUp ? 'open' : 'off',
    doors: doorsOf(env, origin),
    providers: providers.map(({ id, name }) => ({ id, name })),
    password_min_length: env.passwordMinLength,
    trusted_device_ttl: env.devices.trustTtl,
    locales: pageLanguages(env),
    terms_url: env.pages.termsUrl ?? null,
    privacy_url: env.pages.privacyUrl ?? null,
    branding: { logo: branding?.logo !== undefined, texts: [...(branding?.texts.keys() ?? [])] },
  };
}

function doorsOf(env: Env, origin: string | undefined): Door[] {
  const mailed: Door[] = env.mailConfigured ? ['magic_link', 'email_code'] : [];
  return ['password', ...mailed, ...(takesPasskeys(env, origin) ? (['passkey'] as const) : [])];
}

/** Browsers refuse passkeys at an IP address, and at the pages of the service where their domain does not contain its host. */
function takesPasskeys({ passkeys, pages, baseUrl }: Env, origin: string | undefined): boolean {
  const own = new URL(baseUrl).origin;
  const atPages = pages.on && (origin ?? own) === own;
  return isIP(passkeys.rpId) === 0 && (!atPages || passkeys.origins.includes(own));
}

const CACHE_SECONDS = 60;

/** What sign-in pages need to know before anyone is signed in, and whether somebody is. */
@ApiTags('Sessions')
@Controller('api/auth/ui')
export class UiController {
  private readonly own: string;

  constructor(
    private readonly env: Env,
    private readonly providers: Providers,
    private readonly links: LinkConsumer,
    private readonly cookie: SessionCookie,
  ) {
    this.own = new URL(env.baseUrl).origin;
  }

  @Endpoint('GET', Access('public'), {
    id: 'getUi',
    summary: 'What sign-in pages need to know',
    description:
      'Which ways to sign in are on, and what the pages say. Without secrets. Passkeys are left out where browsers refuse them. The same for every person and cacheable for a minute, except for the pages of the service, which also learn by `signed_in` whether their cookie has a session.',
    noEvents: true,
    answers: UiFacts,
  })
  async get(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<UiFacts> {
    const { origin } = request.headers;
    const facts = toUiFacts(this.env, await this.providers.listEnabled(), origin);
    if (this.isOfPages(origin)) {
      // Not even a request of another site whose answer no script reads may load it: its size could tell who is signed in.
      reply.headers({ vary: 'Origin, Cookie', 'cross-origin-resource-policy': 'same-origin' });
      return { ...facts, signed_in: await this.cookie.isSignedInAtPages(request) };
    }
    reply.headers({ 'cache-control': `public, max-age=${CACHE_SECONDS}`, vary: 'Origin' });
    return facts;
  }

  /** Browsers add no origin to the reads of a page of the same origin, and always one to those whose answers another one could read. */
  private isOfPages(origin: string | undefined): boolean {
    return this.env.pages.on && (origin ?? this.own) === this.own;
  }

  @Endpoint('POST link', Access('public', { limited: true }), {
    id: 'readLink',
    summary: 'What a screen says about a link',
    description:
      'For the owner of the token of a reset link or a magic link, before the link is used. Does not use it.',
    noEvents: true,
    body: LinkFactsRequest,
    answers: LinkFacts,
    fails: ['INVALID_LINK', 'LINK_EXPIRED', 'LINK_ALREADY_USED', 'USER_DISABLED'],
  })
  async readLink(@Body() { token }: LinkFactsRequest): Promise<LinkFacts> {
    return toLinkFacts(await this.links.requireForScreen(token));
  }
}
