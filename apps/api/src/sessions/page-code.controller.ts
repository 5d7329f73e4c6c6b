import { Caller, type CallerIdentity } from '@app/auth';
import { PageCodes } from '@app/flows';
import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { type CookieRequest, SessionCookie } from '../access/session-cookie.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { IssuedPageCode, PageCodeRequest, toIssuedPageCode } from './page-code.dto.js';

/** Codes by which the sign-in pages hand a session to a product. */
@ApiTags('Sessions')
@Controller('api/auth/user/code')
export class PageCodeController {
  constructor(
    private readonly codes: PageCodes,
    private readonly cookie: SessionCookie,
  ) {}

  @Post()
  @Endpoint({
    id: 'createPageCode',
    noEvents: true,
    body: PageCodeRequest,
    answers: IssuedPageCode,
    fails: ['INVALID_REDIRECT_URL', 'REAUTHENTICATION_REQUIRED', 'MFA_NOT_ENABLED', 'MFA_DISABLED'],
  })
  @Access('user:pages', { limited: true, session: 'show' })
  async create(
    @Caller() caller: CallerIdentity,
    @Body() { next_url: nextUrl, code_challenge: codeChallenge, acr, max_age: maxAge }: PageCodeRequest,
    @Req() request: CookieRequest,
  ): Promise<IssuedPageCode> {
    const asked = { nextUrl, codeChallenge, demand: { acr, maxAge } };
    return toIssuedPageCode(await this.codes.issue(caller, this.cookie.read(request), asked));
  }
}
