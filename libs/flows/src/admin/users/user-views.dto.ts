import { SCOPES, type Scope, scopesIn } from '@app/admin';
import type { ListPage } from '@app/database';
import type { User } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';
import { toUser, UserView } from '../../accounts/user-view.js';
import { Maker } from '../../input/fields.js';
import { PageView, toPage } from '../../input/page.dto.js';
import { CLAIMS_EXAMPLE } from './claims-field.js';
import type { CountedUser } from './user-lookup.js';
import { MFA_CHOICES } from './users.dto.js';

export class AdminUserView extends UserView {
  @ApiProperty({ description: 'Whether the user has a password.' })
  has_password!: boolean;

  @ApiProperty({ description: 'Whether a reader of the mailbox has proved the email.' })
  email_proved!: boolean;

  @ApiProperty({ type: 'string', nullable: true, description: 'A new email that waits for its confirmation.' })
  email_pending!: string | null;

  @ApiProperty({ type: 'integer', description: 'How many sessions can be refreshed.' })
  session_count!: number;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'The import that created the account.' })
  batch_id!: string | null;

  @ApiProperty({ description: 'Whether each sign-in needs a second factor.' })
  mfa_enabled!: boolean;

  @ApiProperty({ enum: MFA_CHOICES, description: 'Whether an administrator requires a second factor of the user.' })
  mfa!: User['mfa'];

  @ApiProperty({
    description: 'What access tokens say about the user as `app`: a JSON object.',
    example: CLAIMS_EXAMPLE,
  })
  claims!: string;

  @ApiProperty({
    enum: SCOPES,
    isArray: true,
    description: 'What the user may do in the console; empty for most users.',
  })
  admin_scopes!: Scope[];

  @Maker('without admin scopes, and if it is not known')
  admin_scopes_by!: string | null;

  @Maker('for a sign-up, unless by a link that an administrator has made')
  made_by!: string | null;
}

export function toAdminUser(user: CountedUser): AdminUserView {
  return {
    ...toUser(user),
    has_password: user.hasPassword,
    email_proved: user.emailProved,
    email_pending: user.emailPending,
    session_count: user.sessionCount,
    batch_id: user.batchId,
    mfa_enabled: user.mfaEnabled,
    mfa: user.mfa,
    claims: user.claims,
    admin_scopes: scopesIn(user.adminScopes),
    admin_scopes_by: user.adminScopes === '' ? null : (user.adminScopesBy ?? null),
    made_by: user.madeBy ?? null,
  };
}

export class AdminUserList extends PageView {
  @ApiProperty({ type: [AdminUserView] })
  users!: AdminUserView[];
}

export function toAdminUserList(page: ListPage<CountedUser>): AdminUserList {
  return { users: page.rows.map(toAdminUser), ...toPage(page) };
}
