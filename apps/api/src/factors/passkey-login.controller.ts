import { PasskeyLoginService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressLimitGuard } from '../access/address-limit.guard.js';
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
  @Endpoint({
    id: 'passkeyLoginOptions',
    limited: true,
    noEvents: true,
    bodiless: true,
    answers: PasskeyChallengeView,
  })
  @UseGuards(AddressLimitGuard)
  async options(): Promise<PasskeyChallengeView> {
    return toPasskeyChallenge(await this.service.options());
  }

  @Post('login')
  @Endpoint({
    id: 'signInWithPasskey',
    limited: true,
    body: PasskeyLoginRequest,
    answers: SignedIn,
    fails: ['INVALID_CHALLENGE', 'PASSKEY_NOT_FOUND', 'INVALID_PASSKEY', 'USER_DISABLED'],
  })
  @UseGuards(AddressLimitGuard)
  async logIn(@Body() body: PasskeyLoginRequest, @ClientInfo() client: Client): Promise<SignedIn> {
    const { challenge_id: challengeId, credential } = body;
    const { user, tokens } = await this.service.logIn({ challengeId, credential }, client);
    return toSignedIn(tokens, user);
  }
}
