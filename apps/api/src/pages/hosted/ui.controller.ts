import { Env } from '@app/config';
import { Providers } from '@app/federation';
import { LinkConsumer } from '@app/flows';
import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { SessionCookie } from '../../access/session-cookie.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { LinkFacts, LinkFactsRequest, toLinkFacts, toUiFacts, UiFacts } from './ui.dto.js';

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

  @Get()
  @Endpoint({ id: 'getUi', noEvents: true, answers: UiFacts })
  @Access('public')
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

  @Post('link')
  @Endpoint({
    id: 'readLink',
    noEvents: true,
    body: LinkFactsRequest,
    answers: LinkFacts,
    fails: ['INVALID_LINK', 'LINK_EXPIRED', 'LINK_ALREADY_USED', 'USER_DISABLED'],
  })
  @Access('public', { limited: true })
  async readLink(@Body() { token }: LinkFactsRequest): Promise<LinkFacts> {
    return toLinkFacts(await this.links.requireForScreen(token));
  }
}
