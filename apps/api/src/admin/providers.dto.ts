import { type Env, toAsciiHost } from '@app/config';
import { failsWith } from '@app/errors';
import { completeFacts, LINKINGS, PROVIDER_KINDS, type Provider, type ProviderFacts } from '@app/federation';
import type { ProviderChange } from '@app/flows';
import { ArrayMaxSize, ArrayUnique, IsArray, IsString, Length, Matches, MaxLength, ValidateBy } from 'class-validator';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';

const MOST_WORDS = 100;
const MAX_WORD_LENGTH = 253;
const MAX_SECRET_LENGTH = 4_000;

/** The bounds of `SESSION_MAX_TTL`. */
const LEAST_TTL = 60;
const MAX_TTL = 31_536_000;

/** Text of one line without control characters. */
const PRINTABLE = /^\P{C}+$/u;

/** The checks of a text of one line. */
function printable(
  length: number,
  code: 'INVALID_REQUEST' | 'INVALID_ISSUER' = 'INVALID_REQUEST',
): PropertyDecorator[] {
  const form = failsWith(code, `$property must be a text of 1 to ${length} printable characters`);
  return [IsString(form), Length(1, length, form), Matches(PRINTABLE, form)];
}

/** A text of one line. */
function line(code: 'INVALID_REQUEST' | 'INVALID_ISSUER', length: number, description: string) {
  return f.any<string>({ type: String, description, maxLength: length }, ...printable(length, code));
}

/** A secret, which no answer contains. */
function secret(description: string) {
  const form = failsWith('INVALID_REQUEST', `$property must be a text of 1 to ${MAX_SECRET_LENGTH} characters`);
  const options = { type: String, description, writeOnly: true, maxLength: MAX_SECRET_LENGTH };
  return f.any<string>(options, IsString(form), Length(1, MAX_SECRET_LENGTH, form));
}

/** A list of different words. */
function words(description: string) {
  const form = failsWith('INVALID_REQUEST', `$property must be a list of at most ${MOST_WORDS} different texts`);
  const each = { ...form, each: true };
  return f.any<string[]>(
    { type: [String], maxItems: MOST_WORDS, description },
    IsArray(form),
    ArrayMaxSize(MOST_WORDS, form),
    ArrayUnique(form),
    IsString(each),
    MaxLength(MAX_WORD_LENGTH, each),
  );
}

/** A lifetime of sessions, in seconds; 0 for no limit of the provider. */
function lifetime(description: string) {
  const wrong = `$property must be 0, or ${LEAST_TTL} to ${MAX_TTL} seconds`;
  const fits = (value: unknown) =>
    Number.isInteger(value) && (value === 0 || (Number(value) >= LEAST_TTL && Number(value) <= MAX_TTL));
  return f.any<number>(
    { type: 'integer', minimum: 0, maximum: MAX_TTL, default: 0, description },
    ValidateBy(
      { name: 'isLifetime', validator: { validate: fits, defaultMessage: () => wrong } },
      failsWith('INVALID_REQUEST', wrong),
    ),
  );
}

const SOURCES = ['database', 'file'] as const;

export class ProviderView extends Answer({
  id: t.string(),
  kind: t.oneOf(PROVIDER_KINDS),
  name: t.string(),
  issuer: t.string('The issuer of the ID tokens, or the web address of GitHub.'),
  client_id: t.string(),
  team_id: t.orNull(t.string()),
  key_id: t.orNull(t.string()),
  scopes: t.strings(),
  tenants: t.strings(),
  email_domains: t.strings(),
  sign_up: t.boolean(),
  linking: t.oneOf(LINKINGS),
  trust_mfa: t.boolean(),
  enabled: t.boolean(),
  session_max_ttl: t.integer('In seconds after the sign-in; 0 for SESSION_MAX_TTL alone.'),
  source: t.oneOf(SOURCES, 'A provider of the file cannot be changed here.'),
  made_by: t.maker('for one of the file'),
  redirect_uri: t.string('To be registered at the provider.'),
}) {}

export class ProviderList extends Answer({
  providers: t.list(ProviderView, 'In the order of their ids.'),
  redirect_uri_template: t.string(
    'The redirect URI of a provider that is not here yet, with `{id}` in place of its id.',
  ),
}) {}

export function toProviderList(providers: Provider[], env: Pick<Env, 'baseUrl'>): ProviderList {
  return {
    providers: providers.map((provider) => toProviderView(provider, env)),
    redirect_uri_template: redirectUriOf('{id}', env),
  };
}

export class ProviderTest extends Answer({
  ok: t.boolean(),
  error: t.orNull(t.string('Why sign-ins would fail; null if nothing was found.')),
}) {}

/** Without secrets. */
export function toProviderView(provider: Provider, env: Pick<Env, 'baseUrl'>): ProviderView {
  return viewOf(ProviderView, { ...provider, redirectUri: redirectUriOf(provider.id, env) });
}

function redirectUriOf(id: string, { baseUrl }: Pick<Env, 'baseUrl'>): string {
  return `${baseUrl}/api/auth/external/${id}/callback`;
}

const ID = failsWith('INVALID_REQUEST', 'id must be 1 to 32 characters of a-z, 0-9 and -');

/** The fields that every description of a provider may have. */
class ProviderFields extends Request({
  issuer: f.optional(line('INVALID_ISSUER', 500, 'The issuer. For GitHub the web address of an Enterprise server.')),
  client_secret: f.optional(secret('The client secret. Stored encrypted, never shown.')),
  team_id: f.optional(line('INVALID_REQUEST', 50, 'Of Apple: the id of the team.')),
  key_id: f.optional(line('INVALID_REQUEST', 50, 'Of Apple: the id of the private key.')),
  private_key: f.optional(secret('Of Apple: the private key as PEM. Stored encrypted, never shown.')),
  scopes: f.optional(words('The OAuth scopes to ask for. Default: those that name the person and the address.')),
  tenants: f.optional(words('Of Microsoft: the tenants whose accounts may sign in. Default: all.')),
  email_domains: f.optional(
    words('The domains for whose addresses the provider may speak, and no others. Default: by the kind.'),
  ),
  sign_up: f.flag('Whether a person without an account may create one.', true),
  linking: f.optional(
    f.choice(LINKINGS, 'Whether a proved address is linked to its account at once, or after an email code.'),
  ),
  trust_mfa: f.flag('Whether `mfa` in the ID token counts as the second factor.'),
  enabled: f.flag('Whether users may sign in with it.', true),
  session_max_ttl: f.optional(
    lifetime('How many seconds after its sign-in a session with this provider ends; 0 for SESSION_MAX_TTL alone.'),
  ),
}) {}

export class CreateProviderRequest extends Request(ProviderFields, {
  id: f.any<string>(
    { type: String, description: 'Part of the redirect URI. It never changes.', pattern: '^[a-z0-9-]{1,32}$' },
    IsString(ID),
    Matches(/^[a-z0-9-]{1,32}$/, ID),
  ),
  kind: f.choice(PROVIDER_KINDS, 'It never changes.'),
  name: f.any<string>({ type: String, description: 'For people.' }, ...printable(100)),
  client_id: f.any<string>({ type: String, description: 'The id of this service at the provider.' }, ...printable(255)),
}) {}

export class UpdateProviderRequest extends Request(ProviderFields, {
  kind: f.optional(f.choice(PROVIDER_KINDS, 'It cannot change: only the current kind is accepted.')),
  name: f.optional(line('INVALID_REQUEST', 100, 'For people.')),
  client_id: f.optional(line('INVALID_REQUEST', 255, 'The id of this service at the provider.')),
  end_sessions: f.flag('With `enabled: false`: ends all sessions that this provider has opened.'),
}) {}

export function toFacts(request: CreateProviderRequest): ProviderFacts {
  const { id, kind, name, client_id: clientId } = request;
  const { secret, ...fields } = toFields(request);
  const ofKind = kind === 'apple' ? secret.private_key : secret.client_secret;
  return completeFacts({ id, kind, ...fields, secret: ofKind, name, clientId });
}

export function toProviderChange(request: UpdateProviderRequest): ProviderChange {
  return { ...toFields(request), kind: request.kind, endSessions: request.end_sessions };
}

function toFields(request: UpdateProviderRequest) {
  const { name, client_id: clientId, issuer, team_id, key_id, scopes, tenants, linking, enabled } = request;
  return {
    name,
    issuer,
    clientId,
    // A variable of the environment may have the two characters \n in place of a line break.
    secret: { client_secret: request.client_secret, private_key: request.private_key?.replaceAll('\\n', '\n') },
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
