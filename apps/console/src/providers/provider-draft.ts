import type { AdminSchemas } from '@latchkey/client/admin';
import type { Provider } from '../api/types';
import { wordsOf } from '../ui/words';

export type Kind = Provider['kind'];
type Fields = AdminSchemas['CreateProviderRequest'] & Pick<AdminSchemas['UpdateProviderRequest'], 'end_sessions'>;

export const KINDS: Kind[] = ['google', 'microsoft', 'apple', 'github', 'oidc'];

/** What an administrator types, as text. */
export interface ProviderDraft {
  id: string;
  kind: Kind;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  team_id: string;
  key_id: string;
  private_key: string;
  scopes: string;
  tenants: string;
  email_domains: string;
  linking: 'auto' | 'manual';
  sign_up: boolean;
  trust_mfa: boolean;
  session_max_ttl: string;
  enabled: boolean;
  /** Only for a provider that exists and is switched off. */
  end_sessions: boolean;
}

export const EMPTY: ProviderDraft = {
  id: '',
  kind: 'oidc',
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  team_id: '',
  key_id: '',
  private_key: '',
  scopes: '',
  tenants: '',
  email_domains: '',
  linking: 'auto',
  sign_up: true,
  trust_mfa: false,
  session_max_ttl: '0',
  enabled: true,
  end_sessions: false,
};

/** The draft for a provider that exists. Its secrets are not readable. */
export function draftOf(provider: Provider): ProviderDraft {
  return {
    ...EMPTY,
    ...provider,
    issuer: provider.issuer ?? '',
    team_id: provider.team_id ?? '',
    key_id: provider.key_id ?? '',
    scopes: provider.scopes.join(' '),
    tenants: provider.tenants.join(' '),
    email_domains: provider.email_domains.join(' '),
    session_max_ttl: String(provider.session_max_ttl),
  };
}

const OPTIONAL = ['issuer', 'client_secret', 'team_id', 'key_id', 'private_key'] as const;
const LISTS = ['scopes', 'tenants', 'email_domains'] as const;

/** The fields of a request: what differs from before. A text that is left empty is not sent. */
export function fieldsOf(draft: ProviderDraft, before: ProviderDraft = EMPTY): Partial<Fields> {
  const { id, kind, name, client_id, linking, sign_up, trust_mfa, enabled } = draft;
  const fields: Partial<Fields> = { id, kind, name, client_id, linking, sign_up, trust_mfa, enabled };
  for (const field of OPTIONAL) if (draft[field] && draft[field] !== before[field]) fields[field] = draft[field];
  if (draft.session_max_ttl !== before.session_max_ttl) fields.session_max_ttl = Number(draft.session_max_ttl);
  if (draft.end_sessions && !enabled) fields.end_sessions = true;
  for (const field of LISTS) if (draft[field] !== before[field]) fields[field] = wordsOf(draft[field]);
  return fields;
}
