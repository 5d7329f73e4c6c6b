import { Caller, type CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { AccountService, EmailChange, PersonalDataService, ShutdownSignal } from '@app/flows';
import type { PendingAddress, RequestClient, TokenPair } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Body, Controller, Req, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { DEVICE_TOKEN, toSignedIn } from '../sessions/session.dto.js';
import { Answer, t } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { ClientInfo, toPersonFile } from '../wire/wire.js';
import { OwnData, toUser, UserView } from './account.dto.js';

const PASSWORD = 'The current password. Counts as a recent sign-in, but not for a user with a second factor.';

export class CreateUserRequest extends Request({
  email: f.email(),
  password: f.text('WEAK_PASSWORD', '8 to 256 characters, not easy to guess, and not the email.'),
  login: f.flag('Whether to sign the user in at once.'),
  email_verified: f.flag('Whether the email counts as verified; ignored with SIGNUP_EMAIL_VERIFIED=ignore.'),
  metadata: f.optional(f.metadata()),
}) {}

/** The uid always; the rest when `login` was true. */
export class CreatedUser extends Answer({
  uid: t.uuid(),
  token: t.optional(t.string('The access token: a JWT for the Authorization header.')),
  expiry: t.optional(t.integer('When the access token expires, in UNIX epoch seconds.')),
  refresh_token: t.optional(t.string('Can be exchanged for new tokens.')),
  email_verified: t.optional(t.boolean()),
  metadata: t.optional(t.string('The JSON text of the user, unchanged.')),
  device_token: DEVICE_TOKEN,
}) {}

function toCreatedUser(user: User, tokens: TokenPair | undefined): CreatedUser {
  return tokens ? toSignedIn(tokens, user) : { uid: user.uid };
}

export class UpdateUserRequest extends Request({
  email: f.optional(f.email()),
  metadata: f.optional(f.metadata()),
  password: f.optional(f.text('INVALID_PASSWORD', `${PASSWORD} Compared only if the email changes.`)),
}) {}

export class DeleteUserRequest extends Request({
  password: f.optional(f.text('INVALID_PASSWORD', PASSWORD)),
}) {}

/** A new address that waits for its confirmation. */
export class PendingEmailView extends Answer({
  pending: t.orNull(t.string({ format: 'email', description: 'Null if no new address waits.' })),
  expiry: t.orNull(t.integer('Until when it can be confirmed, in UNIX epoch seconds; null if no new address waits.')),
}) {}

function toPendingEmail(pending: PendingAddress | undefined): PendingEmailView {
  return { pending: pending?.email ?? null, expiry: pending?.expiresAt ?? null };
}

@ApiTags('Accounts')
@Controller('api/auth')
export class AccountController {
  constructor(
    private readonly users: UsersService,
    private readonly accounts: AccountService,
    private readonly emails: EmailChange,
    private readonly data: PersonalDataService,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Endpoint('POST user/create', Access('sign-up', { limited: true, session: 'open' }), {
    id: 'createUser',
    summary: 'Create a user',
    description: 'Anyone may call this. With `login` the user is signed in, and the answer contains tokens.',
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
  async create(@Body() body: CreateUserRequest, @ClientInfo() client: RequestClient): Promise<CreatedUser> {
    const { email, password, login = false, email_verified: emailVerified = false, metadata = '{}' } = body;
    const { user, tokens } = await this.accounts.create({ email, password, emailVerified, metadata }, login, client);
    return toCreatedUser(user, tokens);
  }

  @Endpoint('GET user', Access('user:unchecked', { impersonation: true }), {
    id: 'getUser',
    summary: 'Read the signed-in user',
    description:
      'An access token reads the user until it expires, also after its session has ended, and a disabled user with `active` false. To know whether the session is still open, read `/user/sessions`.',
    alias: 'get-user',
    noEvents: true,
    answers: UserView,
    fails: ['USER_NOT_FOUND'],
  })
  async get(@Caller() { uid }: CallerIdentity): Promise<UserView> {
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return toUser(user);
  }

  @Endpoint('PUT user', Access('user:write', { limited: true, impersonation: true }), {
    id: 'updateUser',
    summary: 'Change the email or the metadata of the signed-in user',
    description:
      'Only given fields change. A change of the email requires a recent sign-in, or without a second factor the `password`; with a second factor, only a recent sign-in with the factor counts. The new email is not verified, and the old address receives a link that takes the change back. With `EMAIL_CHANGE=confirm`, and for a user with a second factor, a passkey or a linked identity, the email changes only when a reader of the new mailbox confirms it: see /user/email.',
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
  update(@Caller() caller: CallerIdentity, @Body() { email, metadata, password }: UpdateUserRequest): Promise<void> {
    return this.accounts.update(caller, { email, metadata }, password);
  }

  @Endpoint('DELETE user', Access('user:write'), {
    id: 'deleteUser',
    summary: 'Delete the signed-in user',
    description:
      'Deletes the user and all their data. Requires a recent sign-in, or from a user without a second factor the `password`.',
    body: DeleteUserRequest,
    fails: ['INVALID_PASSWORD', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_REQUESTS'],
  })
  remove(@Caller() caller: CallerIdentity, @Body() { password }: DeleteUserRequest): Promise<void> {
    return this.accounts.removeOwn(caller, password);
  }

  @Endpoint('GET user/email', Access('user'), {
    id: 'getPendingEmail',
    summary: 'Read the new email of the signed-in user that waits for its confirmation',
    description: 'At most one waits: a newer one replaces it.',
    noEvents: true,
    answers: PendingEmailView,
  })
  async getPendingEmail(@Caller() { uid }: CallerIdentity): Promise<PendingEmailView> {
    return toPendingEmail(await this.emails.find(uid));
  }

  @Endpoint('DELETE user/email', Access('user:write'), {
    id: 'forgetPendingEmail',
    summary: 'Forget the new email of the signed-in user that waits for its confirmation',
    description: 'The link in the email to the new address becomes invalid. Succeeds also if none waits.',
  })
  forgetPendingEmail(@Caller() caller: CallerIdentity): Promise<void> {
    return this.emails.forgetOwn(caller);
  }

  @Endpoint('GET user/data', Access('user', { limited: true }), {
    id: 'exportOwnData',
    summary: 'Download the data of the signed-in user',
    description:
      'A JSON file with all that is stored about the user, but for secrets, and for what concerns administrators or only the service. While the user has not proved the email, the emails to it are left out. Requires a recent sign-in. The event `user.exported` records it.',
    answers: OwnData,
    fails: ['REAUTHENTICATION_REQUIRED'],
  })
  async download(@Caller() caller: CallerIdentity, @Req() { method }: FastifyRequest): Promise<StreamableFile> {
    const tables = method === 'HEAD' ? await this.data.checkCopy(caller) : await this.data.copy(caller);
    return toPersonFile(tables, 'my-data.json', this.shutdown.signal);
  }
}
