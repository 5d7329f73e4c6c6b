import type { Administrator } from '@app/flows';
import {
  AdminCreatedUser,
  AdminCreateUserRequest,
  AdminUpdateUserRequest,
  AdminUserList,
  AdminUserService,
  AdminUserView,
  ImportedIdentities,
  toAccountFacts,
  toAdminUser,
  toAdminUserList,
  toNewFactors,
  toUserChanges,
  toUserFilter,
  UserChangeService,
  UserLookup,
  UserQuery,
} from '@app/flows';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Admin, AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Admin: users')
@Controller('api/admin/users')
@UseGuards(AdminGuard)
export class AdminUsersController {
  constructor(
    private readonly lookup: UserLookup,
    private readonly users: AdminUserService,
    private readonly changes: UserChangeService,
    private readonly identities: ImportedIdentities,
  ) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminListUsers', admin: true, answers: AdminUserList })
  async list(@Query() query: UserQuery): Promise<AdminUserList> {
    return toAdminUserList(await this.lookup.list(toUserFilter(query), query.order, query));
  }

  @Post()
  @Scopes('write')
  @Endpoint({
    id: 'adminCreateUser',
    admin: true,
    body: AdminCreateUserRequest,
    answers: AdminCreatedUser,
    fails: [
      'INVALID_EMAIL',
      'WEAK_PASSWORD',
      'INVALID_HASH',
      'INVALID_METADATA',
      'INVALID_CLAIMS',
      'INVALID_FACTOR',
      'PASSKEY_EXISTS',
      'IDENTITY_ALREADY_LINKED',
      'EMAIL_ALREADY_IN_USE',
      'UID_ALREADY_IN_USE',
    ],
  })
  async create(@Body() body: AdminCreateUserRequest, @Admin() admin: Administrator): Promise<AdminCreatedUser> {
    const additions = { factors: toNewFactors(body), identities: await this.identities.read(body) };
    return this.users.create(toAccountFacts(body), additions, admin);
  }

  @Get(':uid')
  @Scopes('read')
  @Endpoint({ id: 'adminGetUser', admin: true, answers: AdminUserView, fails: ['USER_NOT_FOUND'] })
  async get(@Param('uid') uid: string): Promise<AdminUserView> {
    return toAdminUser(await this.lookup.get(uid));
  }

  @Patch(':uid')
  @Scopes('write')
  @Endpoint({
    id: 'adminUpdateUser',
    admin: true,
    body: AdminUpdateUserRequest,
    answers: AdminUserView,
    fails: [
      'USER_NOT_FOUND',
      'INVALID_EMAIL',
      'WEAK_PASSWORD',
      'INVALID_METADATA',
      'INVALID_CLAIMS',
      'EMAIL_ALREADY_IN_USE',
      'MFA_NOT_ENABLED',
      'EMAIL_NOT_VERIFIED',
    ],
  })
  async change(
    @Param('uid') uid: string,
    @Body() body: AdminUpdateUserRequest,
    @Admin() admin: Administrator,
  ): Promise<AdminUserView> {
    return toAdminUser(await this.changes.change(uid, toUserChanges(body), admin));
  }

  @Delete(':uid')
  @Scopes('write')
  @Endpoint({ id: 'adminDeleteUser', admin: true, bodiless: true, fails: ['USER_NOT_FOUND'] })
  remove(@Param('uid') uid: string, @Admin() admin: Administrator): Promise<void> {
    return this.users.remove(uid, admin);
  }
}
