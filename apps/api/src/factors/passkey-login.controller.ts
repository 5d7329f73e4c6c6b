import { PasskeyLoginService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { SignedIn, toSignedIn } from '../sessions/session.dto.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { PasskeyChallengeView, toPasskeyChallenge } from '../wire/passkey-fields.js';
import { PasskeyLoginRequest } from './passkeys.dto.js';

@ApiTags('Passkeys')
@Controller('api/auth/passkey')
export class PasskeyLoginController {
  constructor(private readonly service: PasskeyLoginService) {}

  @Post('options')
  @Endpoint({ id: 'passkeyLoginOptions', noEvents: true, bodiless: true, answers: PasskeyChallengeView })
  @Access('public', { limited: true })
  async options(): Promise<PasskeyChallengeView> {
    return toPasskeyChallenge(await this.service.options());
  }

  @Post('login')
  @Endpoint({
    id: 'signInWithPasskey',
    body: PasskeyLoginRequest,
    answers: SignedIn,
    fails: ['INVALID_CHALLENGE', 'PASSKEY_NOT_FOUND', 'INVALID_PASSKEY', 'USER_DISABLED'],
  })
  @Access('public', { limited: true, session: 'open' })
  async logIn(@Body() body: PasskeyLoginRequest, @ClientInfo() client: Client): Promise<SignedIn> {
    const { challenge_id: challengeId, credential } = body;
    const { user, tokens } = await this.service.logIn({ challengeId, credential }, client);
    return toSignedIn(tokens, user);
  }
}
