import type { Administrator } from '@app/flows';
import {
  AdminCreatedUser,
  AdminCreateUserRequest,
  AdminUpdateUserRequest,
  AdminUserList,
  AdminUserView,
  ImportedIdentities,
  toAccountFacts,
  toAdminUser,
  toAdminUserList,
  toNewFactors,
  toUserChanges,
  toUserFilter,
  UserChangeService,
  UserCreator,
  UserLookup,
  UserQuery,
  UserRemover,
} from '@app/flows';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Admin: users')
@Controller('api/admin/users')
export class AdminUsersController {
  constructor(
    private readonly lookup: UserLookup,
    private readonly creator: UserCreator,
    private readonly changes: UserChangeService,
    private readonly remover: UserRemover,
    private readonly identities: ImportedIdentities,
  ) {}

  @Get()
  @Endpoint({ id: 'adminListUsers', answers: AdminUserList })
  @Access('admin', 'read')
  async list(@Query() query: UserQuery): Promise<AdminUserList> {
    return toAdminUserList(await this.lookup.list(toUserFilter(query), query.order, query));
  }

  @Post()
  @Endpoint({
    id: 'adminCreateUser',
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
  @Access('admin', 'write')
  async create(@Body() body: AdminCreateUserRequest, @Admin() admin: Administrator): Promise<AdminCreatedUser> {
    const additions = { factors: toNewFactors(body), identities: await this.identities.read(body) };
    return this.creator.create(toAccountFacts(body), admin, additions);
  }

  @Get(':uid')
  @Endpoint({ id: 'adminGetUser', answers: AdminUserView, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read')
  async get(@Param('uid') uid: string): Promise<AdminUserView> {
    return toAdminUser(await this.lookup.get(uid));
  }

  @Patch(':uid')
  @Endpoint({
    id: 'adminUpdateUser',
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
      'REAUTHENTICATION_REQUIRED',
    ],
  })
  @Access('admin', 'write')
  async change(
    @Param('uid') uid: string,
    @Body() body: AdminUpdateUserRequest,
    @Admin() admin: Administrator,
  ): Promise<AdminUserView> {
    return toAdminUser(await this.changes.change(uid, toUserChanges(body), admin));
  }

  @Delete(':uid')
  @Endpoint({ id: 'adminDeleteUser', bodiless: true, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'write')
  remove(@Param('uid') uid: string, @Admin() admin: Administrator): Promise<void> {
    return this.remover.remove(uid, admin);
  }
}
