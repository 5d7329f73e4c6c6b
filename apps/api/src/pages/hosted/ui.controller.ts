import { Env } from '@app/config';
import { Providers } from '@app/federation';
import { LinkConsumer } from '@app/flows';
import { Body, Controller, Get, Header, Headers, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../access/access.decorator.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { LinkFacts, LinkFactsRequest, toLinkFacts, toUiFacts, UiFacts } from './ui.dto.js';

const CACHE_SECONDS = 60;

/** What sign-in pages need to know before anyone is signed in. */
@ApiTags('Sessions')
@Controller('api/auth/ui')
export class UiController {
  constructor(
    private readonly env: Env,
    private readonly providers: Providers,
    private readonly links: LinkConsumer,
  ) {}

  @Get()
  @Header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  @Header('Vary', 'Origin')
  @Endpoint({ id: 'getUi', noEvents: true, answers: UiFacts })
  @Access('public')
  async get(@Headers('origin') origin: string | undefined): Promise<UiFacts> {
    return toUiFacts(this.env, await this.providers.listEnabled(), origin);
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
