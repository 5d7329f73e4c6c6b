import type { Identity } from '@app/federation';
import { Time } from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';

export class IdentityView {
  @ApiProperty({ format: 'uuid' })
  identity_id!: string;

  @ApiProperty({ description: 'The `id` of the provider.' })
  provider!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The address that the provider named last.' })
  email!: string | null;

  @Time()
  created_at!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'UNIX epoch seconds.' })
  last_used_at!: number | null;
}

export class IdentityList {
  @ApiProperty({ type: [IdentityView] })
  identities!: IdentityView[];
}

export function toIdentityList(identities: Identity[]): IdentityList {
  return {
    identities: identities.map(({ identityId, providerId, email, createdAt, lastUsedAt }) => ({
      identity_id: identityId,
      provider: providerId,
      email,
      created_at: createdAt,
      last_used_at: lastUsedAt,
    })),
  };
}
