import { Env } from '@app/config';
import { Providers } from '@app/federation';
import { Controller, Get, Header, Headers } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../access/access.decorator.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { toUiFacts, UiFacts } from './ui.dto.js';

const CACHE_SECONDS = 60;

/** What sign-in pages need to know before anyone is signed in. */
@ApiTags('Sessions')
@Controller('api/auth/ui')
export class UiController {
  constructor(
    private readonly env: Env,
    private readonly providers: Providers,
  ) {}

  @Get()
  @Header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  @Header('Vary', 'Origin')
  @Endpoint({ id: 'getUi', noEvents: true, answers: UiFacts })
  @Access('public')
  async get(@Headers('origin') origin: string | undefined): Promise<UiFacts> {
    return toUiFacts(this.env, await this.providers.listEnabled(), origin);
  }
}
