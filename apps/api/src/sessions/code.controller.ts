import { Caller, type CallerIdentity } from '@app/auth';
import { CodeExchangeService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { CodeExchangeRequest, ExchangedCode, toExchangedCode } from './code.dto.js';

/** Exchanges codes of followed links, of external providers and of the sign-in pages. */
@ApiTags('Sessions')
@Controller('api/auth')
export class CodeController {
  constructor(private readonly codes: CodeExchangeService) {}

  @Post(['token', 'external/token'])
  @Endpoint({
    id: 'exchangeCode',
    body: CodeExchangeRequest,
    answers: ExchangedCode,
    fails: [
      'INVALID_CODE',
      'USER_DISABLED',
      'SIGN_UP_NOT_ALLOWED',
      'MFA_REQUIRED',
      'MFA_ENROLMENT_REQUIRED',
      'EMAIL_CONFIRMATION_REQUIRED',
      'IDENTITY_ALREADY_LINKED',
      'EMAIL_NOT_VERIFIED',
    ],
  })
  @Access('user-or-proof', { limited: true, session: 'open' })
  async exchange(
    @Body() { code, code_verifier: codeVerifier }: CodeExchangeRequest,
    @Caller() caller: CallerIdentity | undefined,
    @ClientInfo() client: Client,
  ): Promise<ExchangedCode> {
    return toExchangedCode(await this.codes.exchange({ code, codeVerifier }, caller, client));
  }
}
