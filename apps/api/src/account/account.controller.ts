import { BearerGuard, Caller, type CallerIdentity } from '@app/auth';
import type { Client } from '@app/tokens';
import { Body, Controller, Delete, Get, Post, Put, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressLimitGuard } from '../access/address-limit.guard.js';
import { StandingGuard } from '../session/standing.js';
import { From } from '../wire/client.decorator.js';
import { Endpoint } from '../wire/endpoint.js';
import { CreatedUser, CreateUserRequest, toCreatedUser, toUser, UpdateUserRequest, UserView } from './account.dto.js';
import { AccountService } from './account.service.js';
import { ActiveUserGuard } from './active-user.guard.js';

@ApiTags('Accounts')
@Controller('api/auth')
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Post('user/create')
  @Endpoint({
    summary: 'Create a user',
    limited: true,
    body: CreateUserRequest,
    answers: CreatedUser,
    fails: ['INVALID_EMAIL', 'WEAK_PASSWORD', 'INVALID_METADATA', 'EMAIL_ALREADY_IN_USE'],
  })
  @UseGuards(AddressLimitGuard)
  async create(@Body() body: CreateUserRequest, @From() client: Client): Promise<CreatedUser> {
    const { email, password, login = false, email_verified: emailVerified = false, metadata = '{}' } = body;
    const { user, tokens } = await this.accounts.create({ email, password, emailVerified, metadata }, login, client);
    return toCreatedUser(user, tokens);
  }

  @Get(['user', 'get-user'])
  @Endpoint({
    summary: 'Read the signed-in user',
    bearer: true,
    quiet: true,
    answers: UserView,
    fails: ['USER_NOT_FOUND'],
  })
  @UseGuards(BearerGuard)
  async get(@Caller() { uid }: CallerIdentity): Promise<UserView> {
    return toUser(await this.accounts.get(uid));
  }

  @Put('user')
  @Endpoint({
    summary: 'Change the email or the metadata of the signed-in user',
    limited: true,
    bearer: true,
    body: UpdateUserRequest,
    fails: ['INVALID_EMAIL', 'INVALID_METADATA', 'EMAIL_ALREADY_IN_USE'],
  })
  @UseGuards(AddressLimitGuard, BearerGuard, ActiveUserGuard, StandingGuard)
  update(@Caller() caller: CallerIdentity, @Body() { email, metadata }: UpdateUserRequest): Promise<void> {
    return this.accounts.update(caller, { email, metadata });
  }

  @Delete('user')
  @Endpoint({ summary: 'Delete the signed-in user', bearer: true, bodiless: true })
  @UseGuards(BearerGuard, ActiveUserGuard, StandingGuard)
  remove(@Caller() caller: CallerIdentity): Promise<void> {
    return this.accounts.leave(caller);
  }
}
