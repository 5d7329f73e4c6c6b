import { BearerGuard, Caller, type CallerIdentity } from '@app/auth';
import { Body, Controller, Patch, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ActiveUserGuard } from '../account/active-user.guard.js';
import { Endpoint } from '../wire/endpoint.js';
import { ChangePasswordRequest } from './password.dto.js';
import { PasswordService } from './password.service.js';

@ApiTags('Passwords')
@Controller('api/auth')
export class PasswordController {
  constructor(private readonly passwords: PasswordService) {}

  @Patch('user/change-password')
  @UseGuards(BearerGuard, ActiveUserGuard)
  @Endpoint({
    summary: 'Change the password of the signed-in user',
    bearer: true,
    body: ChangePasswordRequest,
    fails: ['INVALID_PASSWORD', 'WEAK_PASSWORD'],
  })
  change(@Caller() { uid, sessionId }: CallerIdentity, @Body() body: ChangePasswordRequest): Promise<void> {
    return this.passwords.change(uid, sessionId, body.old_password, body.new_password);
  }
}
