import type { Env } from '@app/config';
import { LINKINGS, type Linking, PROVIDER_KINDS, type Provider, type ProviderKind } from '@app/federation';
import { ApiProperty } from '@nestjs/swagger';
import { Maker } from '../../input/fields.js';

const SOURCES = ['database', 'file'] as const;

export class ProviderView {
  @ApiProperty()
  id!: string;

  @ApiProperty({ enum: PROVIDER_KINDS })
  kind!: ProviderKind;

  @ApiProperty()
  name!: string;

  @ApiProperty({ description: 'The issuer of the ID tokens, or the web address of GitHub.' })
  issuer!: string;

  @ApiProperty()
  client_id!: string;

  @ApiProperty({ type: String, nullable: true })
  team_id!: string | null;

  @ApiProperty({ type: String, nullable: true })
  key_id!: string | null;

  @ApiProperty({ type: [String] })
  scopes!: string[];

  @ApiProperty({ type: [String] })
  tenants!: string[];

  @ApiProperty({ type: [String] })
  email_domains!: string[];

  @ApiProperty()
  sign_up!: boolean;

  @ApiProperty({ enum: LINKINGS })
  linking!: Linking;

  @ApiProperty()
  trust_mfa!: boolean;

  @ApiProperty()
  enabled!: boolean;

  @ApiProperty({ type: 'integer', description: 'In seconds after the sign-in; 0 for SESSION_MAX_TTL alone.' })
  session_max_ttl!: number;

  @ApiProperty({ enum: SOURCES, description: 'A provider of the file cannot be changed here.' })
  source!: Provider['source'];

  @Maker('for one of the file')
  made_by!: string | null;

  @ApiProperty({ description: 'To be registered at the provider.' })
  redirect_uri!: string;
}

export class ProviderList {
  @ApiProperty({ type: [ProviderView], description: 'In the order of their ids.' })
  providers!: ProviderView[];

  @ApiProperty({ description: 'The redirect URI of a provider that is not here yet, with `{id}` in place of its id.' })
  redirect_uri_template!: string;
}

export function toProviderList(providers: Provider[], env: Pick<Env, 'baseUrl'>): ProviderList {
  return {
    providers: providers.map((provider) => toProviderView(provider, env)),
    redirect_uri_template: redirectUriOf('{id}', env),
  };
}

export class ProviderTest {
  @ApiProperty()
  ok!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Why sign-ins would fail; null if nothing was found.' })
  error!: string | null;
}

/** Without secrets. */
export function toProviderView(provider: Provider, env: Pick<Env, 'baseUrl'>): ProviderView {
  const { id, kind, name, issuer, scopes, tenants, linking, enabled, source } = provider;
  return {
    id,
    kind,
    name,
    issuer,
    client_id: provider.clientId,
    team_id: provider.teamId,
    key_id: provider.keyId,
    scopes,
    tenants,
    email_domains: provider.emailDomains,
    sign_up: provider.signUp,
    linking,
    trust_mfa: provider.trustMfa,
    enabled,
    session_max_ttl: provider.sessionMaxTtl,
    source,
    made_by: provider.madeBy,
    redirect_uri: redirectUriOf(id, env),
  };
}

function redirectUriOf(id: string, { baseUrl }: Pick<Env, 'baseUrl'>): string {
  return `${baseUrl}/api/auth/external/${id}/callback`;
}
