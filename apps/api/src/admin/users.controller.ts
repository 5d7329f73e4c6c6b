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
  @Access('admin', 'read', 'reads')
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
  @Access('admin', 'write', { makes: 'user' })
  async create(@Body() body: AdminCreateUserRequest): Promise<AdminCreatedUser> {
    const additions = { factors: toNewFactors(body), identities: await this.identities.read(body) };
    return this.creator.create(toAccountFacts(body), additions);
  }

  @Get(':uid')
  @Endpoint({ id: 'adminGetUser', answers: AdminUserView, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
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
    ],
  })
  @Access('admin', 'write', { makes: 'admin_scopes' })
  async change(@Param('uid') uid: string, @Body() body: AdminUpdateUserRequest): Promise<AdminUserView> {
    return toAdminUser(await this.changes.change(uid, toUserChanges(body)));
  }

  @Delete(':uid')
  @Endpoint({ id: 'adminDeleteUser', bodiless: true, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  remove(@Param('uid') uid: string): Promise<void> {
    return this.remover.remove(uid);
  }
}
