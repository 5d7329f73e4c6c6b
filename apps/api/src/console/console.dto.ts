import { idleEnd, SCOPES, type Scope } from '@app/admin';
import { type Env, VERSION } from '@app/config';
import { type Administrator, OptionalText } from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';

export class ConsoleSignInRequest {
  @OptionalText('NOT_AUTHENTICATED', 'An admin token; or the access token of a user with admin scopes.')
  token?: string;

  @OptionalText(
    'NOT_AUTHENTICATED',
    'The value of a link that signs in once, of a start outside production or of `latchkey console-link`.',
  )
  once?: string;
}

export class ConsoleFeatures {
  @ApiProperty({ description: 'Whether the service sends emails.' })
  mail!: boolean;

  @ApiProperty({ description: 'Whether administrators may act as users.' })
  impersonation!: boolean;
}

export class ConsoleSessionView {
  @ApiProperty({ description: 'The name of this administrator in events: `admin:<token id>` or `user:<uid>`.' })
  actor!: string;

  @ApiProperty({ description: 'The name of the admin token, or the email of the user.' })
  name!: string;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'Null for a user.' })
  token_id!: string | null;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'Null for an admin token.' })
  uid!: string | null;

  @ApiProperty({ enum: SCOPES, isArray: true, description: 'The allowed operations at this moment.' })
  scopes!: Scope[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When the session ends at the latest, in UNIX epoch seconds; null for a request without a cookie.',
  })
  expiry!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it ends without another request, in UNIX epoch seconds; null for a request without a cookie.',
  })
  idle_expiry!: number | null;

  @ApiProperty({ description: 'The name of the product.' })
  app_name!: string;

  @ApiProperty({ description: 'The version of the service.' })
  version!: string;

  @ApiProperty({ description: 'Whether the service runs with `NODE_ENV=production`.' })
  production!: boolean;

  @ApiProperty({ type: ConsoleFeatures })
  features!: ConsoleFeatures;
}

export function toConsoleSession({ session, ...admin }: Administrator, env: Env): ConsoleSessionView {
  return {
    actor: admin.actor,
    name: admin.name,
    token_id: admin.tokenId,
    uid: admin.uid,
    scopes: admin.scopes,
    expiry: session?.expiresAt ?? null,
    idle_expiry: session ? idleEnd(session) : null,
    app_name: env.appName,
    version: VERSION,
    production: env.production,
    features: { mail: env.mailConfigured, impersonation: env.impersonation },
  };
}
