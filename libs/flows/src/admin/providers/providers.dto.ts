import { toAsciiHost } from '@app/config';
import { failsWith, RefusesUnknownFields } from '@app/errors';
import {
  completeFacts,
  LINKINGS,
  type Linking,
  PROVIDER_KINDS,
  type Provider,
  type ProviderChanges,
  type ProviderFacts,
  type ProviderKind,
} from '@app/federation';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length, Matches } from 'class-validator';
import { OptionalBoolean, OptionalChoice } from '../../input/fields.js';
import {
  OptionalLifetime,
  OptionalLine,
  OptionalSecret,
  OptionalWords,
  PRINTABLE,
  required,
} from './provider-fields.js';

const ID = failsWith('INVALID_REQUEST', 'id must be 1 to 32 characters of a-z, 0-9 and -');
const KIND = failsWith('INVALID_REQUEST', `kind must be one of ${PROVIDER_KINDS.join(', ')}`);
const NAME = required('name', 100);
const CLIENT_ID = required('client_id', 255);

/** The fields that every description of a provider may have. */
class ProviderFields {
  @OptionalLine('INVALID_ISSUER', 500, 'The issuer. For GitHub the web address of an Enterprise server.')
  issuer?: string;

  @OptionalSecret('The client secret. Stored encrypted, never shown.')
  client_secret?: string;

  @OptionalLine('INVALID_REQUEST', 50, 'Of Apple: the id of the team.')
  team_id?: string;

  @OptionalLine('INVALID_REQUEST', 50, 'Of Apple: the id of the private key.')
  key_id?: string;

  @OptionalSecret('Of Apple: the private key as PEM. Stored encrypted, never shown.')
  private_key?: string;

  @OptionalWords('The OAuth scopes to ask for. Default: those that name the person and the address.')
  scopes?: string[];

  @OptionalWords('Of Microsoft: the tenants whose accounts may sign in. Default: all.')
  tenants?: string[];

  @OptionalWords('The domains for whose addresses the provider may speak, and no others. Default: by the kind.')
  email_domains?: string[];

  @OptionalBoolean('Whether a person without an account may create one.', { default: true })
  sign_up?: boolean;

  @OptionalChoice(LINKINGS, 'Whether a proved address is linked to its account at once, or after an email code.')
  linking?: Linking;

  @OptionalBoolean('Whether `mfa` in the ID token counts as the second factor.')
  trust_mfa?: boolean;

  @OptionalBoolean('Whether users may sign in with it.', { default: true })
  enabled?: boolean;

  @OptionalLifetime(
    'How many seconds after its sign-in a session with this provider ends; 0 for SESSION_MAX_TTL alone.',
  )
  session_max_ttl?: number;
}

export class CreateProviderRequest extends ProviderFields {
  @IsString(ID)
  @Matches(/^[a-z0-9-]{1,32}$/, ID)
  @ApiProperty({ description: 'Part of the redirect URI. It never changes.', pattern: '^[a-z0-9-]{1,32}$' })
  id!: string;

  @IsIn(PROVIDER_KINDS, KIND)
  @ApiProperty({ enum: PROVIDER_KINDS, description: 'It never changes.' })
  kind!: ProviderKind;

  @IsString(NAME)
  @Length(1, 100, NAME)
  @Matches(PRINTABLE, NAME)
  @ApiProperty({ description: 'For people.' })
  name!: string;

  @IsString(CLIENT_ID)
  @Length(1, 255, CLIENT_ID)
  @Matches(PRINTABLE, CLIENT_ID)
  @ApiProperty({ description: 'The id of this service at the provider.' })
  client_id!: string;
}

/** A provider of the file in `PROVIDERS_FILE`. */
@RefusesUnknownFields()
export class FileProvider extends CreateProviderRequest {}

export class UpdateProviderRequest extends ProviderFields {
  @OptionalChoice(PROVIDER_KINDS, 'It cannot change: only the current kind is accepted.')
  kind?: ProviderKind;

  @OptionalLine('INVALID_REQUEST', 100, 'For people.')
  name?: string;

  @OptionalLine('INVALID_REQUEST', 255, 'The id of this service at the provider.')
  client_id?: string;

  @OptionalBoolean('With `enabled: false`: ends all sessions that this provider has opened.')
  end_sessions?: boolean;
}

export function toFacts(request: CreateProviderRequest): ProviderFacts {
  const { id, kind, name, client_id: clientId } = request;
  return completeFacts({ id, kind, ...toChanges(request, kind), name, clientId });
}

/** @param kind of the provider: Apple's secret is a private key */
export function toChanges(request: UpdateProviderRequest, kind: Provider['kind']): ProviderChanges {
  const { name, client_id, issuer, team_id, key_id, scopes, tenants, linking, enabled } = request;
  return {
    name,
    issuer,
    clientId: client_id,
    // A variable of the environment may have the two characters \n in place of a line break.
    secret: kind === 'apple' ? request.private_key?.replaceAll('\\n', '\n') : request.client_secret,
    teamId: team_id,
    keyId: key_id,
    scopes,
    tenants,
    emailDomains: request.email_domains?.map((domain) => toAsciiHost(domain) ?? domain.toLowerCase()),
    signUp: request.sign_up,
    linking,
    trustMfa: request.trust_mfa,
    enabled,
    sessionMaxTtl: request.session_max_ttl,
  };
}

/** The names of fields for the event of a change. */
export function fieldNames(names: (keyof ProviderFacts)[], kind: Provider['kind']): string[] {
  return names.map((name) => {
    if (name === 'secret') return kind === 'apple' ? 'private_key' : 'client_secret';
    return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  });
}
