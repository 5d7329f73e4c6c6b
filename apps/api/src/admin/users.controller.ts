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
import { Body, Controller, Param, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guards.js';
import { PersonExport } from '../accounts/account.dto.js';
import { PasskeyView, toPasskeyView } from '../factors/factors.dto.js';
import { AllApiKeys, ApiKeyList, toAllApiKeys, toApiKeyList } from '../machines/machines.dto.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';
import { PageQuery } from '../wire/parameters.dto.js';
import { ClientInfo, streamedText, toPersonFile } from '../wire/wire.js';
import {
  AdminFactorsView,
  AdminIdentityList,
  AdminSessionList,
  CreatedLink,
  CreateLinkRequest,
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
    private readonly data: PersonalDataService,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminListUsers',
    summary: 'List or search the users',
    description:
      'The filters apply together. With several, at most 1,000 users are checked for a page: it can have fewer users than `limit`, or none, while `has_more` is true.',
    answers: AdminUserList,
  })
  async list(@Query() query: UserQuery): Promise<AdminUserList> {
    return toAdminUserList(await this.lookup.list(toUserFilter(query), query.order, query));
  }

  @Endpoint('POST', Access('admin', 'write', { makes: 'user' }), {
    id: 'adminCreateUser',
    summary: 'Create a user',
    description:
      'With a password, with the hash of a password, or with neither. A field that is not in the list is refused. The `uid` of a deleted user needs the scope `export`, too. In the console, a hash, factors and identities need a factor shown of late.',
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
  async create(@Body() body: AdminCreateUserRequest): Promise<AdminCreatedUser> {
    const additions = { factors: toNewFactors(body), identities: await this.identities.read(body) };
    return this.users.create(toAccountFacts(body), additions);
  }

  @Endpoint('GET :uid', Access('admin', 'read', 'reads'), {
    id: 'adminGetUser',
    summary: 'Read a user',
    description: 'With the number of sessions.',
    answers: AdminUserView,
    fails: ['USER_NOT_FOUND'],
  })
  async get(@Param('uid') uid: string): Promise<AdminUserView> {
    return toAdminUser(await this.lookup.get(uid));
  }

  @Endpoint('PATCH :uid', Access('admin', 'write', { makes: 'admin_scopes' }), {
    id: 'adminUpdateUser',
    summary: 'Change, disable or enable a user',
    description:
      'Only given fields change. A new email, a new password and `active: false` end all sessions; `mfa: required` ends those that one factor has opened. `admin_scopes` need a user with an enabled factor and a verified email, and end all sessions; a user in the console who gives them needs a recent second factor. New `claims` end none: other services refuse the access tokens from before.',
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
  async change(@Param('uid') uid: string, @Body() body: AdminUpdateUserRequest): Promise<AdminUserView> {
    return toAdminUser(await this.users.change(uid, toUserChanges(body)));
  }

  @Endpoint('DELETE :uid', Access('admin', 'write', 'changes'), {
    id: 'adminDeleteUser',
    summary: 'Delete a user',
    description: 'Deletes the user, their sessions and their links.',
    fails: ['USER_NOT_FOUND'],
  })
  remove(@Param('uid') uid: string): Promise<void> {
    return this.users.remove(uid);
  }

  @Endpoint('GET :uid/export', Access('admin', 'export', 'changes', 'any'), {
    id: 'adminExportPerson',
    summary: 'Export all that is stored about a user',
    description: 'One JSON document with a key for each table, without secrets and hashes (GDPR, article 15).',
    answers: PersonExport,
    fails: ['USER_NOT_FOUND'],
  })
  async exportPerson(
    @Param('uid') uid: string,
    @Admin() by: Administrator,
    @Req() { method }: FastifyRequest,
  ): Promise<StreamableFile> {
    const tables = method === 'HEAD' ? await this.data.checkExport(uid) : await this.data.export(uid, by);
    return toPersonFile(tables, 'user.json', this.shutdown.signal);
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

  @Endpoint('GET users.csv', Access('admin', 'export', 'changes'), {
    id: 'adminListUsersCsv',
    summary: 'Write a list of users as CSV',
    description:
      'All pages of the list, in UTF-8. A cell that a spreadsheet would run as a formula begins with an apostrophe. Recorded in an event.',
    text: { type: CSV, description: 'A line with the names of the columns, and one for each user.' },
  })
  async export(
    @Query() query: UserFilterQuery,
    @Admin() by: Administrator,
    @Req() { method }: FastifyRequest,
  ): Promise<StreamableFile> {
    const lines = method === 'HEAD' ? [] : await this.lookup.csv(toUserFilter(query), query.order, by);
    const text = streamedText(lines, this.shutdown.signal);
    return new StreamableFile(text, { type: `${CSV}; charset=utf-8`, disposition: 'attachment; filename="users.csv"' });
  }

  @Endpoint('POST users/bulk', Access('admin', 'write', 'changes'), {
    id: 'adminChangeUsers',
    summary: 'Do the same with all users of a filter',
    description:
      'Ends sessions, requires a second factor or disables, for at most `limit` users in a call: continue with `next_cursor` while `has_more` is true. At least one filter must be given. Each user is changed alone, so that the same calls from the beginning complete what was interrupted.',
    alsoNeeds: 'read',
    body: BulkRequest,
    answers: BulkResult,
  })
  async change(@Body() body: BulkRequest): Promise<BulkResult> {
    const { action, dry_run: dryRun = false, order } = body;
    return toBulkResult(await this.bulk.run({ action, filter: toUserFilter(body), order, dryRun }, body));
  }
}

@ApiTags('Admin: clients and API keys')
@Controller('api/admin')
export class AdminApiKeysController {
  constructor(private readonly service: ApiKeyService) {}

  @Endpoint('GET api-keys', Access('admin', 'read', 'reads'), {
    id: 'adminListAllApiKeys',
    summary: 'List the API keys of all users',
    description: 'Newest first, without the keys themselves.',
    answers: AllApiKeys,
  })
  async all(@Query() page: PageQuery): Promise<AllApiKeys> {
    return toAllApiKeys(await this.service.list(page));
  }

  @Endpoint('GET users/:uid/api-keys', Access('admin', 'read', 'reads'), {
    id: 'adminListApiKeys',
    summary: 'List the API keys of a user',
    description: 'Without the keys themselves.',
    answers: ApiKeyList,
    fails: ['USER_NOT_FOUND'],
  })
  async list(@Param('uid') uid: string): Promise<ApiKeyList> {
    return toApiKeyList(await this.service.ofUser(uid));
  }

  @Endpoint('DELETE users/:uid/api-keys/:key_id', Access('admin', 'write', 'changes'), {
    id: 'adminRevokeApiKey',
    summary: 'Revoke an API key of a user',
    description: 'An email informs the user.',
    fails: ['USER_NOT_FOUND', 'API_KEY_NOT_FOUND'],
  })
  remove(@Param('uid') uid: string, @Param('key_id') keyId: string): Promise<void> {
    return this.service.remove(uid, keyId);
  }
}

export class AdminPasskeyList extends Answer({
  passkeys: t.list(PasskeyView, 'Oldest first.'),
}) {}

/** The ways to sign in that a user has added. */
@ApiTags('Admin: users')
@Controller('api/admin/users/:uid')
export class AdminFactorsController {
  constructor(private readonly service: UserAccessService) {}

  @Endpoint('GET factors', Access('admin', 'read', 'reads'), {
    id: 'adminListFactors',
    summary: 'List the second factors of a user',
    description: 'Without secrets, and with the time of a reset that waits.',
    answers: AdminFactorsView,
    fails: ['USER_NOT_FOUND'],
  })
  async listFactors(@Param('uid') uid: string): Promise<AdminFactorsView> {
    return toAdminFactors(await this.service.factors(uid));
  }

  @Endpoint('POST factors/reset', Access('admin', 'write', 'changes'), {
    id: 'adminResetFactors',
    summary: 'Remove the second factors of a user',
    description:
      'Removes authenticator apps and recovery codes, and passkeys only if asked for; ends all sessions and informs the user. With `MFA_RESET_DELAY` it waits, and the user can stop it. Signs no one in.',
    body: ResetFactorsRequest,
    answers: FactorResetView,
    fails: ['USER_NOT_FOUND'],
  })
  async resetFactors(
    @Param('uid') uid: string,
    @Body() { reason, passkeys = false, identities = false }: ResetFactorsRequest,
  ): Promise<FactorResetView> {
    return { due_at: await this.service.resetFactors(uid, { reason, passkeys, identities }) };
  }

  @Endpoint('DELETE factors/reset', Access('admin', 'write', 'changes'), {
    id: 'adminStopReset',
    summary: 'Stop a reset of the second factors that waits',
    fails: ['USER_NOT_FOUND', 'RESET_NOT_FOUND'],
  })
  stopReset(@Param('uid') uid: string): Promise<void> {
    return this.service.stopFactorReset(uid);
  }

  @Endpoint('GET passkeys', Access('admin', 'read', 'reads'), {
    id: 'adminListPasskeys',
    summary: 'List the passkeys of a user',
    answers: AdminPasskeyList,
    fails: ['USER_NOT_FOUND'],
  })
  async listPasskeys(@Param('uid') uid: string): Promise<AdminPasskeyList> {
    return { passkeys: (await this.service.passkeysOf(uid)).map(toPasskeyView) };
  }

  @Endpoint('DELETE passkeys/:passkey_id', Access('admin', 'write', 'changes'), {
    id: 'adminRemovePasskey',
    summary: 'Remove a passkey of a user',
    description: 'Ends all sessions and mails a notice. Removing the last factor switches second factors off.',
    fails: ['USER_NOT_FOUND', 'PASSKEY_NOT_FOUND'],
  })
  removePasskey(@Param('uid') uid: string, @Param('passkey_id') passkeyId: string): Promise<void> {
    return this.service.removePasskey(uid, passkeyId);
  }

  @Endpoint('GET identities', Access('admin', 'read', 'reads'), {
    id: 'adminListIdentities',
    summary: 'List the identities of a user',
    description: 'The accounts at external providers that sign the user in.',
    answers: AdminIdentityList,
    fails: ['USER_NOT_FOUND'],
  })
  async listIdentities(@Param('uid') uid: string): Promise<AdminIdentityList> {
    return { identities: (await this.service.identitiesOf(uid)).map(toAdminIdentity) };
  }

  @Endpoint('DELETE identities/:identity_id', Access('admin', 'write', 'changes'), {
    id: 'adminRemoveIdentity',
    summary: 'Remove an identity of a user',
    description: 'Also the last way to sign in. Ends the sessions that the provider has opened.',
    fails: ['USER_NOT_FOUND', 'IDENTITY_NOT_FOUND'],
  })
  removeIdentity(@Param('uid') uid: string, @Param('identity_id') identityId: string): Promise<void> {
    return this.service.removeIdentity(uid, identityId);
  }
}

@ApiTags('Admin: sessions')
@Controller('api/admin/users/:uid/sessions')
export class AdminSessionsController {
  constructor(private readonly service: UserAccessService) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminListSessions',
    summary: 'List the sessions of a user',
    description: 'The newest session is the first.',
    answers: AdminSessionList,
    fails: ['USER_NOT_FOUND'],
  })
  async list(@Param('uid') uid: string, @Query() page: PageQuery): Promise<AdminSessionList> {
    return toAdminSessionList(await this.service.sessionsOf(uid, page));
  }

  @Endpoint('DELETE', Access('admin', 'write', 'changes'), {
    id: 'adminEndSessions',
    summary: 'End all sessions of a user',
    description: 'Access tokens of these sessions only read until they expire.',
    answers: RevokedSessions,
    fails: ['USER_NOT_FOUND'],
  })
  async endAll(@Param('uid') uid: string): Promise<RevokedSessions> {
    return { revoked: await this.service.endSessions(uid) };
  }

  @Endpoint('DELETE :session_id', Access('admin', 'write', 'changes'), {
    id: 'adminEndSession',
    summary: 'End one session of a user',
    description: 'Access tokens of this session only read until they expire.',
    parameters: { session_id: 'The `session_id` of a session of this user.' },
    fails: ['USER_NOT_FOUND', 'SESSION_NOT_FOUND'],
  })
  end(@Param('uid') uid: string, @Param('session_id') sessionId: string): Promise<void> {
    return this.service.endSession(uid, sessionId);
  }
}

@ApiTags('Admin: sessions')
@Controller('api/admin/users/:uid/impersonate')
export class ImpersonationController {
  constructor(private readonly service: ImpersonationService) {}

  @Endpoint('POST', Access('admin', 'impersonate', { makes: 'impersonation' }, 'any'), {
    id: 'adminImpersonateUser',
    summary: 'Act as a user',
    description:
      'An access token of the user without a refresh token, for reading and for changes that are not about the account itself. The user learns of it, as `IMPERSONATION_NOTICE` says, and can end the session. It also ends with the admin token.',
    body: ImpersonateRequest,
    answers: ImpersonationView,
    fails: ['USER_NOT_FOUND', 'USER_DISABLED', 'IMPERSONATION_FORBIDDEN'],
  })
  async begin(
    @Param('uid') uid: string,
    @Body() { reason, expires_in: lifetime }: ImpersonateRequest,
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

  @Endpoint('POST', Access('admin', 'write', { makes: 'link' }), {
    id: 'adminCreateLink',
    summary: 'Create a link without mailing it',
    description: 'The answer contains the link, which works once, and not after the admin token was revoked.',
    body: CreateLinkRequest,
    answers: CreatedLink,
    fails: ['INVALID_EMAIL', 'INVALID_REDIRECT_URL', 'USER_NOT_FOUND', 'USER_DISABLED', 'EMAIL_ALREADY_VERIFIED'],
  })
  async create(
    @Body() { type: purpose, email, next_url, reset_url, sign_up }: CreateLinkRequest,
  ): Promise<CreatedLink> {
    const target = this.redirects.check(purpose === 'reset_password' ? reset_url : next_url);
    return toCreatedLink(await this.service.create({ purpose, email, target, signUp: sign_up ?? false }));
  }
}
