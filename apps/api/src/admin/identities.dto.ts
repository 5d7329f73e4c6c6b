import type { Identity } from '@app/federation';
import { Time, TimeOrNull } from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';

export class AdminIdentityView {
  @ApiProperty({ format: 'uuid' })
  identity_id!: string;

  @ApiProperty({ description: 'The id of the provider.' })
  provider!: string;

  @ApiProperty({ description: 'The id of the person at the provider.' })
  subject!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The address that the provider named last.' })
  email!: string | null;

  @Time()
  created_at!: number;

  @TimeOrNull('if never')
  last_used_at!: number | null;
}

export class AdminIdentityList {
  @ApiProperty({ type: [AdminIdentityView], description: 'Oldest first.' })
  identities!: AdminIdentityView[];
}

export function toAdminIdentity(identity: Identity): AdminIdentityView {
  const { identityId, providerId, subject, email, createdAt, lastUsedAt } = identity;
  return {
    identity_id: identityId,
    provider: providerId,
    subject,
    email,
    created_at: createdAt,
    last_used_at: lastUsedAt,
  };
}
