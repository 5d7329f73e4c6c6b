import {
  type Administrator,
  AdminLinkService,
  AdminUserService,
  ApiKeyService,
  ImpersonationService,
  ImportedIdentities,
  PersonalDataService,
  RedirectUrls,
  ShutdownSignal,
  toNewFactors,
  UserAccessService,
  UserBulk,
  UserLookup,
} from '@app/flows';
import type { RequestClient } from '@app/tokens';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guards.js';
import { PersonExport } from '../accounts/account.dto.js';
import { PasskeyView, toPasskeyView } from '../factors/factors.dto.js';
import { AllApiKeys, ApiKeyList, toAllApiKeys, toApiKeyList } from '../machines/machines.dto.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PageQuery } from '../wire/parameters.dto.js';
import { ClientInfo, streamedText, toPersonFile } from '../wire/wire.js';
import {
  AdminFactorsView,
  AdminIdentityList,
  AdminSessionList,
  CreatedLink,
  CreateLinkRequest,
  DEFAULT_SECONDS,
  FactorResetView,
  ImpersonateRequest,
  ImpersonationView,
  ResetFactorsRequest,
  RevokedSessions,
  toAdminFactors,
  toAdminIdentity,
  toAdminSessionList,
  toCreatedLink,
  toImpersonation,
} from './user-access.dto.js';
import {
  AdminCreatedUser,
  AdminCreateUserRequest,
  AdminUpdateUserRequest,
  AdminUserList,
  AdminUserView,
  BulkRequest,
  BulkResult,
  toAccountFacts,
  toAdminUser,
  toAdminUserList,
  toBulkResult,
  toUserChanges,
  toUserFilter,
  UserFilterQuery,
  UserQuery,
} from './users.dto.js';

@ApiTags('Admin: users')
@Controller('api/admin/users')
export class AdminUsersController {
  constructor(
    private readonly lookup: UserLookup,
    private readonly users: AdminUserService,
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
    return this.users.create(toAccountFacts(body), additions);
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
    return toAdminUser(await this.users.change(uid, toUserChanges(body)));
  }

  @Delete(':uid')
  @Endpoint({ id: 'adminDeleteUser', bodiless: true, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  remove(@Param('uid') uid: string): Promise<void> {
    return this.users.remove(uid);
  }
}

const CSV = 'text/csv';

/** What concerns all users of a list. */
@ApiTags('Admin: users')
@Controller('api/admin')
export class AdminUserListsController {
  constructor(
    private readonly lookup: UserLookup,
    private readonly bulk: UserBulk,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Get('users.csv')
  @Endpoint({
    id: 'adminListUsersCsv',
    text: { type: CSV, description: 'A line with the names of the columns, and one for each user.' },
  })
  @Access('admin', 'export', 'changes')
  async export(
    @Query() query: UserFilterQuery,
    @Admin() by: Administrator,
    @Req() { method }: FastifyRequest,
  ): Promise<StreamableFile> {
    const lines = method === 'HEAD' ? [] : await this.lookup.csv(toUserFilter(query), query.order, by);
    const text = streamedText(lines, this.shutdown.signal);
    return new StreamableFile(text, { type: `${CSV}; charset=utf-8`, disposition: 'attachment; filename="users.csv"' });
  }

  @Post('users/bulk')
  @Endpoint({ id: 'adminChangeUsers', body: BulkRequest, answers: BulkResult })
  @Access('admin', 'write', 'changes')
  async change(@Body() body: BulkRequest): Promise<BulkResult> {
    const { action, dry_run: dryRun = false, order } = body;
    return toBulkResult(await this.bulk.run({ action, filter: toUserFilter(body), order, dryRun }, body));
  }
}

@ApiTags('Admin: clients and API keys')
@Controller('api/admin')
export class AdminApiKeysController {
  constructor(private readonly service: ApiKeyService) {}

  @Get('api-keys')
  @Endpoint({ id: 'adminListAllApiKeys', answers: AllApiKeys })
  @Access('admin', 'read', 'reads')
  async all(@Query() page: PageQuery): Promise<AllApiKeys> {
    return toAllApiKeys(await this.service.list(page));
  }

  @Get('users/:uid/api-keys')
  @Endpoint({ id: 'adminListApiKeys', answers: ApiKeyList, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string): Promise<ApiKeyList> {
    return toApiKeyList(await this.service.ofUser(uid));
  }

  @Delete('users/:uid/api-keys/:key_id')
  @Endpoint({ id: 'adminRevokeApiKey', bodiless: true, fails: ['USER_NOT_FOUND', 'API_KEY_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  remove(@Param('uid') uid: string, @Param('key_id') keyId: string): Promise<void> {
    return this.service.remove(uid, keyId);
  }
}

@ApiTags('Admin: users')
@Controller('api/admin/users/:uid/factors')
export class AdminFactorsController {
  constructor(private readonly service: UserAccessService) {}

  @Get()
  @Endpoint({ id: 'adminListFactors', answers: AdminFactorsView, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string): Promise<AdminFactorsView> {
    return toAdminFactors(await this.service.factors(uid));
  }

  @Post('reset')
  @Endpoint({ id: 'adminResetFactors', body: ResetFactorsRequest, answers: FactorResetView, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  async reset(
    @Param('uid') uid: string,
    @Body() { reason, passkeys = false, identities = false }: ResetFactorsRequest,
  ): Promise<FactorResetView> {
    return { due_at: await this.service.resetFactors(uid, { reason, passkeys, identities }) };
  }

  @Delete('reset')
  @Endpoint({ id: 'adminStopReset', bodiless: true, fails: ['USER_NOT_FOUND', 'RESET_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  stopReset(@Param('uid') uid: string): Promise<void> {
    return this.service.stopFactorReset(uid);
  }
}

@ApiTags('Admin: users')
@Controller('api/admin/users/:uid/identities')
export class AdminIdentitiesController {
  constructor(private readonly service: UserAccessService) {}

  @Get()
  @Endpoint({ id: 'adminListIdentities', answers: AdminIdentityList, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string): Promise<AdminIdentityList> {
    return { identities: (await this.service.identitiesOf(uid)).map(toAdminIdentity) };
  }

  @Delete(':identity_id')
  @Endpoint({ id: 'adminRemoveIdentity', bodiless: true, fails: ['USER_NOT_FOUND', 'IDENTITY_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  remove(@Param('uid') uid: string, @Param('identity_id') identityId: string): Promise<void> {
    return this.service.removeIdentity(uid, identityId);
  }
}

export class AdminPasskeyList {
  @ApiProperty({ type: [PasskeyView], description: 'Oldest first.' })
  passkeys!: PasskeyView[];
}

@ApiTags('Admin: users')
@Controller('api/admin/users/:uid/passkeys')
export class AdminPasskeysController {
  constructor(private readonly service: UserAccessService) {}

  @Get()
  @Endpoint({ id: 'adminListPasskeys', answers: AdminPasskeyList, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string): Promise<AdminPasskeyList> {
    return { passkeys: (await this.service.passkeysOf(uid)).map(toPasskeyView) };
  }

  @Delete(':passkey_id')
  @Endpoint({ id: 'adminRemovePasskey', bodiless: true, fails: ['USER_NOT_FOUND', 'PASSKEY_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  remove(@Param('uid') uid: string, @Param('passkey_id') passkeyId: string): Promise<void> {
    return this.service.removePasskey(uid, passkeyId);
  }
}

@ApiTags('Admin: sessions')
@Controller('api/admin/users/:uid/sessions')
export class AdminSessionsController {
  constructor(private readonly service: UserAccessService) {}

  @Get()
  @Endpoint({ id: 'adminListSessions', answers: AdminSessionList, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string, @Query() page: PageQuery): Promise<AdminSessionList> {
    return toAdminSessionList(await this.service.sessionsOf(uid, page));
  }

  @Delete()
  @Endpoint({ id: 'adminEndSessions', bodiless: true, answers: RevokedSessions, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  async endAll(@Param('uid') uid: string): Promise<RevokedSessions> {
    return { revoked: await this.service.endSessions(uid) };
  }

  @Delete(':session_id')
  @Endpoint({ id: 'adminEndSession', bodiless: true, fails: ['USER_NOT_FOUND', 'SESSION_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  end(@Param('uid') uid: string, @Param('session_id') sessionId: string): Promise<void> {
    return this.service.endSession(uid, sessionId);
  }
}

@ApiTags('Admin: users')
@Controller('api/admin/users')
export class PersonExportController {
  constructor(
    private readonly data: PersonalDataService,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Get(':uid/export')
  @Endpoint({ id: 'adminExportPerson', answers: PersonExport, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'export', 'changes', 'any')
  async exportPerson(
    @Param('uid') uid: string,
    @Admin() by: Administrator,
    @Req() { method }: FastifyRequest,
  ): Promise<StreamableFile> {
    const tables = method === 'HEAD' ? await this.data.checkExport(uid) : await this.data.export(uid, by);
    return toPersonFile(tables, 'user.json', this.shutdown.signal);
  }
}

@ApiTags('Admin: sessions')
@Controller('api/admin/users/:uid/impersonate')
export class ImpersonationController {
  constructor(private readonly service: ImpersonationService) {}

  @Post()
  @Endpoint({
    id: 'adminImpersonateUser',
    body: ImpersonateRequest,
    answers: ImpersonationView,
    fails: ['USER_NOT_FOUND', 'USER_DISABLED', 'IMPERSONATION_FORBIDDEN'],
  })
  @Access('admin', 'impersonate', { makes: 'impersonation' }, 'any')
  async begin(
    @Param('uid') uid: string,
    @Body() { reason, expires_in: lifetime = DEFAULT_SECONDS }: ImpersonateRequest,
    @Admin() admin: Administrator,
    @ClientInfo() client: RequestClient,
  ): Promise<ImpersonationView> {
    return toImpersonation(await this.service.begin(uid, { reason, lifetime }, admin, client));
  }
}

@ApiTags('Admin: links')
@Controller('api/admin/links')
export class AdminLinksController {
  constructor(
    private readonly service: AdminLinkService,
    private readonly redirects: RedirectUrls,
  ) {}

  @Post()
  @Endpoint({
    id: 'adminCreateLink',
    body: CreateLinkRequest,
    answers: CreatedLink,
    fails: ['INVALID_EMAIL', 'INVALID_REDIRECT_URL', 'USER_NOT_FOUND', 'USER_DISABLED', 'EMAIL_ALREADY_VERIFIED'],
  })
  @Access('admin', 'write', { makes: 'link' })
  async create(
    @Body() { type: purpose, email, next_url, reset_url, sign_up }: CreateLinkRequest,
  ): Promise<CreatedLink> {
    const target = this.redirects.check(purpose === 'reset_password' ? reset_url : next_url);
    return toCreatedLink(await this.service.create({ purpose, email, target, signUp: sign_up ?? false }));
  }
}
