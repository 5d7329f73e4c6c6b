import type { MachineToken } from '@app/flows';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The parameters of a request for a token, for the OpenAPI document. */
export class ClientTokenForm {
  @ApiProperty({ enum: ['client_credentials'] })
  grant_type!: string;

  @ApiPropertyOptional({ description: 'The scopes, separated by blanks. Default: all of the client.' })
  scope?: string;

  @ApiPropertyOptional({ description: 'The audience (RFC 8707). Default: the only one of the client.' })
  resource?: string;

  @ApiPropertyOptional({ description: 'The same as `resource`, for audiences that are no URI.' })
  audience?: string;

  @ApiPropertyOptional({ description: 'Needed neither with HTTP Basic nor with an assertion.' })
  client_id?: string;

  @ApiPropertyOptional({ description: 'A JWT that the client has signed, in place of HTTP Basic (RFC 7523).' })
  client_assertion?: string;

  @ApiPropertyOptional({ enum: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'] })
  client_assertion_type?: string;
}

export class ClientTokenView {
  @ApiProperty()
  access_token!: string;

  @ApiProperty({ enum: ['Bearer'] })
  token_type!: 'Bearer';

  @ApiProperty({ type: 'integer', description: 'In how many seconds the token expires: at most 900.' })
  expires_in!: number;

  @ApiProperty({ description: 'The scopes of the token, separated by blanks.' })
  scope!: string;
}

export function toClientToken({ token, issuedAt, expiry, scope }: MachineToken): ClientTokenView {
  return { access_token: token, token_type: 'Bearer', expires_in: expiry - issuedAt, scope };
}
