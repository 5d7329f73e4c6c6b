import { Caller, type CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import {
  AccountService,
  EmailChange,
  OwnData,
  PersonalDataService,
  ShutdownSignal,
  toUser,
  UserView,
} from '@app/flows';
import type { Client } from '@app/tokens';
import { UsersService } from '@app/users';
import { Body, Controller, Delete, Get, Post, Put, Req, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo, toPersonFile } from '../wire/wire.js';
import {
  CreatedUser,
  CreateUserRequest,
  DeleteUserRequest,
  PendingEmailView,
  toCreatedUser,
  toPendingEmail,
  UpdateUserRequest,
} from './account.dto.js';

@ApiTags('Accounts')
@Controller('api/auth')
export class AccountController {
  constructor(
    private readonly users: UsersService,
    private readonly accounts: AccountService,
  ) {}

  @Post('user/create')
  @Endpoint({
    id: 'createUser',
    body: CreateUserRequest,
    answers: CreatedUser,
    fails: [
      'SIGN_UP_NOT_ALLOWED',
      'INVALID_EMAIL',
      'WEAK_PASSWORD',
      'INVALID_METADATA',
      'EMAIL_ALREADY_IN_USE',
      'MFA_ENROLMENT_REQUIRED',
    ],
  })
  @Access('sign-up', { limited: true, session: 'open' })
  async create(@Body() body: CreateUserRequest, @ClientInfo() client: Client): Promise<CreatedUser> {
    const { email, password, login = false, email_verified: emailVerified = false, metadata = '{}' } = body;
    const { user, tokens } = await this.accounts.create({ email, password, emailVerified, metadata }, login, client);
    return toCreatedUser(user, tokens);
  }

  @Get(['user', 'get-user'])
  @Endpoint({ id: 'getUser', noEvents: true, answers: UserView, fails: ['USER_NOT_FOUND'] })
  @Access('user:unchecked', { impersonation: true })
  async get(@Caller() { uid }: CallerIdentity): Promise<UserView> {
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return toUser(user);
  }

  @Put('user')
  @Endpoint({
    id: 'updateUser',
    body: UpdateUserRequest,
    fails: [
      'IMPERSONATION_FORBIDDEN',
      'INVALID_EMAIL',
      'INVALID_METADATA',
      'EMAIL_ALREADY_IN_USE',
      'EMAIL_NOT_CONFIGURED',
      'INVALID_PASSWORD',
      'REAUTHENTICATION_REQUIRED',
    ],
  })
  @Access('user:write', { limited: true, impersonation: true })
  update(@Caller() caller: CallerIdentity, @Body() { email, metadata, password }: UpdateUserRequest): Promise<void> {
    return this.accounts.update(caller, { email, metadata }, password);
  }

  @Delete('user')
  @Endpoint({
    id: 'deleteUser',
    body: DeleteUserRequest,
    fails: ['INVALID_PASSWORD', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_REQUESTS'],
  })
  @Access('user:write')
  remove(@Caller() caller: CallerIdentity, @Body() { password }: DeleteUserRequest): Promise<void> {
    return this.accounts.removeOwn(caller, password);
  }
}

@ApiTags('Accounts')
@Controller('api/auth/user/data')
export class OwnDataController {
  constructor(
    private readonly data: PersonalDataService,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Get()
  @Endpoint({ id: 'exportOwnData', answers: OwnData, fails: ['REAUTHENTICATION_REQUIRED'] })
  @Access('user', { limited: true })
  async download(@Caller() caller: CallerIdentity, @Req() { method }: FastifyRequest): Promise<StreamableFile> {
    const tables = method === 'HEAD' ? await this.data.checkCopy(caller) : await this.data.copy(caller);
    return toPersonFile(tables, 'my-data.json', this.shutdown.signal);
  }
}

@ApiTags('Accounts')
@Controller('api/auth/user/email')
export class PendingEmailController {
  constructor(private readonly emails: EmailChange) {}

  @Get()
  @Endpoint({ id: 'getPendingEmail', noEvents: true, answers: PendingEmailView })
  @Access('user')
  async get(@Caller() { uid }: CallerIdentity): Promise<PendingEmailView> {
    return toPendingEmail(await this.emails.find(uid));
  }

  @Delete()
  @Endpoint({ id: 'forgetPendingEmail', bodiless: true })
  @Access('user:write')
  forget(@Caller() caller: CallerIdentity): Promise<void> {
    return this.emails.forgetOwn(caller);
  }
}
